//! What a server of skills may offer besides skills, beside the same of the handler: tools, prompts, resource templates
//! and their completion. Where both have a name, the handler's is meant. Not the resources.

use alloc::collections::BTreeSet;
use alloc::string::String;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult,
    ListResourceTemplatesResult, ListToolsResult, PaginatedRequestParams, Reference,
};
use serde_json::{Value, json};

use super::SkillsLayer;
use super::handler::{Context, at, served};
use super::list::{Turn, join};
use super::tools::Offer;

type Paginated = Option<PaginatedRequestParams>;

impl<H: ServerHandler> SkillsLayer<H> {
    pub(super) async fn all_tools(
        &self,
        request: Paginated,
        context: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        if self.declared.capabilities.tools.is_none() {
            return self.handler.list_tools(request, context).await;
        }
        let question = self.question(context.clone()).await?;
        let Some(mut ours) = served(question.ask::<ListToolsResult>("tools/list", json!({})))? else {
            return self.handler.list_tools(request, context).await;
        };
        let turn = Turn::of(request.as_ref());
        let theirs = match &turn {
            Turn::Handler(cursor) => {
                served(self.handler.list_tools(at(request, cursor), context.clone()).await)?
            }
            Turn::Skills(_) => None,
        };
        let offer = Offer::of(&self.handler, &context).await?;
        ours.tools.retain(|tool| !shadowed("tool", &tool.name, offer.has(&tool.name)));
        join(&turn, theirs, |cursor| match cursor {
            None => Ok(ours),
            Some(cursor) => question.ask("tools/list", page(Some(cursor))),
        })
    }

    pub(super) async fn any_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if self.declared.capabilities.tools.is_none() {
            return self.handler.call_tool(request, context).await;
        }
        let question = self.question(context.clone()).await?;
        let ours = served(question.ask::<ListToolsResult>("tools/list", json!({})))?;
        let is_ours = ours.is_some_and(|ours| ours.tools.iter().any(|tool| tool.name == request.name));
        if !is_ours || Offer::of(&self.handler, &context).await?.has(&request.name) {
            return self.handler.call_tool(request, context).await;
        }
        let result: CallToolResult = question.ask("tools/call", request)?;
        Ok(result.into())
    }

    pub(super) async fn all_prompts(
        &self,
        request: Paginated,
        context: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        if self.declared.capabilities.prompts.is_none() {
            return self.handler.list_prompts(request, context).await;
        }
        let turn = Turn::of(request.as_ref());
        let theirs = match &turn {
            Turn::Handler(cursor) => {
                served(self.handler.list_prompts(at(request, cursor), context.clone()).await)?
            }
            Turn::Skills(_) => None,
        };
        let names = self.prompt_names(&context).await?;
        let question = self.question(context).await?;
        join(&turn, theirs, |cursor| {
            let mut ours: ListPromptsResult = question.ask("prompts/list", page(cursor))?;
            ours.prompts.retain(|prompt| !shadowed("prompt", &prompt.name, names.contains(&prompt.name)));
            Ok(ours)
        })
    }

    pub(super) async fn any_prompt(
        &self,
        request: GetPromptRequestParams,
        context: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let offered = self.declared.capabilities.prompts.is_some();
        if !offered || self.prompt_names(&context).await?.contains(&request.name) {
            return self.handler.get_prompt(request, context).await;
        }
        let question = self.question(context.clone()).await?;
        match question.ask::<GetPromptResult>("prompts/get", &request) {
            Ok(ours) => Ok(ours.into()),
            // The handler may answer for prompts that it does not list.
            Err(unknown) => served(self.handler.get_prompt(request, context).await)?.ok_or(unknown),
        }
    }

    pub(super) async fn all_templates(
        &self,
        request: Paginated,
        context: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let offered = self.declared.capabilities.completions.is_some();
        let turn = if offered { Turn::of(request.as_ref()) } else { Turn::Handler(None) };
        let theirs = match &turn {
            Turn::Handler(cursor) => {
                let request = if offered { at(request, cursor) } else { request };
                served(self.handler.list_resource_templates(request, context.clone()).await)?
            }
            Turn::Skills(_) => None,
        };
        match theirs {
            Some(theirs) if !offered => Ok(theirs),
            theirs => {
                let question = self.question(context).await?;
                join(&turn, theirs, |cursor| question.ask("resources/templates/list", page(cursor)))
            }
        }
    }

    pub(super) async fn completion(
        &self,
        request: CompleteRequestParams,
        context: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let Reference::Resource(reference) = &request.r#ref else {
            return self.handler.complete(request, context).await;
        };
        if self.declared.capabilities.completions.is_none() {
            return self.handler.complete(request, context).await;
        }
        let question = self.question(context.clone()).await?;
        let ours: ListResourceTemplatesResult = question.ask("resources/templates/list", json!({}))?;
        if ours.resource_templates.iter().any(|template| template.uri_template == reference.uri) {
            return question.ask("completion/complete", &request);
        }
        self.handler.complete(request, context).await
    }

    /// The names of the handler's prompts, on all pages.
    async fn prompt_names(&self, context: &Context) -> Result<BTreeSet<String>, ErrorData> {
        let mut names = BTreeSet::new();
        let mut request = None;
        while let Some(page) = served(self.handler.list_prompts(request, context.clone()).await)? {
            names.extend(page.prompts.into_iter().map(|prompt| prompt.name));
            let Some(cursor) = page.next_cursor else { break };
            request = Some(PaginatedRequestParams::default().with_cursor(Some(cursor)));
        }
        Ok(names)
    }
}

/// Whether something of ours stays away for something of the handler's.
fn shadowed(kind: &str, name: &str, taken: bool) -> bool {
    if taken {
        tracing::warn!(kind, name, "offered by the skills and by the handler: the handler's is taken");
    }
    taken
}

/// The parameters that ask for a page of ours.
pub(super) fn page(cursor: Option<&str>) -> Value {
    cursor.map_or_else(|| json!({}), |cursor| json!({"cursor": cursor}))
}
