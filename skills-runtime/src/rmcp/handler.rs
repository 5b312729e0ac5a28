//! The layer as a handler of the SDK: which request goes where. Not what the skills answer.

#![expect(deprecated, reason = "a layer passes on what the SDK has deprecated, too")]

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult, DiscoverResult,
    ErrorCode, ErrorData, GetPromptRequestParams, GetPromptResponse, GetSkillRequestParams, GetSkillResult,
    GetTaskParams, GetTaskResult, InitializeRequestParams, InitializeResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListSkillsResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ProtocolVersion, ReadResourceDirectoryRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::json;

use super::SkillsLayer;
use super::beside::page;
use super::list::{Turn, join};

pub(super) type Context = RequestContext<RoleServer>;
type Notified = NotificationContext<RoleServer>;

/// Methods that are the handler's alone.
macro_rules! pass_on {
    ($(async $method:ident($($argument:ident: $type:ty),*) -> $output:ty;)*) => {
        $(async fn $method(&self, $($argument: $type),*) -> $output {
            self.handler.$method($($argument),*).await
        })*
    };
}

impl<H: ServerHandler> ServerHandler for SkillsLayer<H> {
    fn get_info(&self) -> ServerConfig {
        let mut info = self.handler.get_info();
        self.declared.add_to(&mut info.capabilities, &mut info.instructions);
        info
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: Context,
    ) -> Result<InitializeResult, ErrorData> {
        let mut result = self.handler.initialize(request, context.clone()).await?;
        let declared = self.question(context).await?.declaration()?;
        declared.add_to(&mut result.capabilities, &mut result.instructions);
        Ok(result)
    }

    fn negotiate_initialize(&self, request: &InitializeRequestParams) -> Result<InitializeResult, ErrorData> {
        let mut result = self.handler.negotiate_initialize(request)?;
        self.declared.add_to(&mut result.capabilities, &mut result.instructions);
        Ok(result)
    }

    async fn discover(&self, context: Context) -> Result<DiscoverResult, ErrorData> {
        let mut result = self.handler.discover(context.clone()).await?;
        let declared = self.question(context).await?.declaration()?;
        declared.add_to(&mut result.capabilities, &mut result.instructions);
        Ok(result)
    }

    async fn list_skills(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListSkillsResult, ErrorData> {
        let turn = Turn::of(request.as_ref());
        let theirs = match &turn {
            Turn::Handler(cursor) if self.handler.get_info().capabilities.supports_skills() => {
                served(self.handler.list_skills(at(request, cursor), context.clone()).await)?
            }
            _ => None,
        };
        let question = self.question(context).await?;
        join(&turn, theirs, |cursor| question.ask("skills/list", page(cursor)))
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        context: Context,
    ) -> Result<GetSkillResult, ErrorData> {
        if !self.owns(&request.uri) && self.handler.get_info().capabilities.supports_skills() {
            return self.handler.get_skill(request, context).await;
        }
        let uri = &request.uri;
        let result: GetSkillResult = self.question(context).await?.ask("skills/get", &request)?;
        if result.skill.uri == *uri {
            return Ok(result);
        }
        // The SDK takes another spelling for another skill, and would send an internal error.
        let message = format!("the skill at {uri} is served as {}", result.skill.uri);
        Err(ErrorData::invalid_params(message, None))
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        if !self.owns(&request.uri) && self.handler.get_info().capabilities.supports_directory_read() {
            return self.handler.read_resource_directory(request, context).await;
        }
        self.question(context).await?.ask("resources/directory/read", request)
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        let turn = Turn::of(request.as_ref());
        let mut theirs = match &turn {
            Turn::Handler(cursor) => {
                served(self.handler.list_resources(at(request, cursor), context.clone()).await)?
            }
            Turn::Skills(_) => None,
        };
        if let Some(page) = &mut theirs {
            page.resources.retain(|resource| self.keeps(&resource.uri));
        }
        let question = self.question(context).await?;
        join(&turn, theirs, |cursor| question.ask("resources/list", page(cursor)))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.clone();
        if !self.owns(&uri) {
            match self.handler.read_resource(request, context.clone()).await {
                // The handler has no resources, but this server does: the URI is what is unknown.
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {}
                response => return response,
            }
        }
        let result: ReadResourceResult =
            self.question(context).await?.ask("resources/read", json!({"uri": uri}))?;
        Ok(result.into())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        self.all_tools(request, context).await
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        self.any_tool(request, context).await
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.all_prompts(request, context).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.any_prompt(request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.all_templates(request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        self.completion(request, context).await
    }

    pass_on! {
        async ping(context: Context) -> Result<(), ErrorData>;
        async set_level(request: SetLevelRequestParams, context: Context) -> Result<(), ErrorData>;
        async listen(context: SubscriptionContext) -> Result<(), ErrorData>;
        async subscribe(request: SubscribeRequestParams, context: Context) -> Result<(), ErrorData>;
        async unsubscribe(request: UnsubscribeRequestParams, context: Context) -> Result<(), ErrorData>;
        async on_custom_request(request: CustomRequest, context: Context) -> Result<CustomResult, ErrorData>;
        async get_task(request: GetTaskParams, context: Context) -> Result<GetTaskResult, ErrorData>;
        async update_task(request: UpdateTaskParams, context: Context) -> Result<(), ErrorData>;
        async cancel_task(request: CancelTaskParams, context: Context) -> Result<(), ErrorData>;
        async on_cancelled(notification: CancelledNotificationParam, context: Notified) -> ();
        async on_progress(notification: ProgressNotificationParam, context: Notified) -> ();
        async on_initialized(context: Notified) -> ();
        async on_roots_list_changed(context: Notified) -> ();
        async on_custom_notification(notification: CustomNotification, context: Notified) -> ();
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.handler.supported_protocol_versions()
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.handler.accepted_subscription_filter(requested)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.handler.get_tool(name)
    }
}

impl<H: ServerHandler> SkillsLayer<H> {
    /// Whether a resource of the handler stays in the list.
    fn keeps(&self, uri: &str) -> bool {
        let keeps = !self.owns(uri);
        if !keeps {
            tracing::warn!(uri, "a resource of the handler is hidden: a skill is served at its URI");
        }
        keeps
    }
}

/// The answer, if there is the method.
pub(super) fn served<P>(page: Result<P, ErrorData>) -> Result<Option<P>, ErrorData> {
    match page {
        Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => Ok(None),
        page => page.map(Some),
    }
}

/// The parameters with the handler's own cursor.
pub(super) fn at(
    params: Option<PaginatedRequestParams>,
    cursor: &Option<String>,
) -> Option<PaginatedRequestParams> {
    params.map(|params| params.with_cursor(cursor.clone()))
}
