//! A handler that has some of everything that the protocol knows, with lists in pages. Not a useful one.

#![expect(deprecated, reason = "what the SDK has deprecated must come through as well")]

use std::sync::{Arc, Mutex};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CancelTaskParams, CancelledNotificationParam,
    CompleteRequestParams, CompleteResult, CustomNotification, CustomRequest, CustomResult, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, GetTaskParams, GetTaskResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerConfig, SetLevelRequestParams, SubscribeRequestParams, SubscriptionFilter,
    Tool, UnsubscribeRequestParams, UpdateTaskParams,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

type Context = RequestContext<RoleServer>;
type Notified = NotificationContext<RoleServer>;

/// Its lists are cut into these pages; each page but the last ends with its cursor.
#[derive(Clone, Debug)]
pub(crate) struct Office {
    pub(crate) resources: Vec<Page>,
    pub(crate) tools: Vec<Page>,
    pub(crate) noted: Arc<Mutex<Vec<String>>>,
}

/// The names on a page, and the cursor to it.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) cursor: String,
    pub(crate) names: Vec<String>,
}

impl Office {
    pub(crate) fn new() -> Self {
        Self {
            resources: pages(&[("", &["file:///a.txt", "file:///b.txt"]), ("~r 2", &["file:///c.txt"])]),
            tools: pages(&[("", &["stamp"]), ("t2", &["file", "shred"])]),
            noted: Arc::default(),
        }
    }

    fn note(&self, what: impl Into<String>) {
        self.noted.lock().unwrap().push(what.into());
    }
}

/// The cursor of the first page does not matter.
pub(crate) fn pages(pages: &[(&str, &[&str])]) -> Vec<Page> {
    let page = |&(cursor, names): &(&str, &[&str])| Page {
        cursor: cursor.into(),
        names: names.iter().map(|name| (*name).into()).collect(),
    };
    pages.iter().map(page).collect()
}

/// One page of a list, in the JSON of the protocol.
fn cut(
    pages: &[Page],
    params: Option<PaginatedRequestParams>,
    key: &str,
    item: impl Fn(&str) -> Value,
) -> Result<Value, ErrorData> {
    let at = match params.and_then(|params| params.cursor) {
        None => 0,
        Some(cursor) => {
            pages.iter().skip(1).position(|page| page.cursor == cursor).map(|at| at + 1).ok_or_else(|| {
                ErrorData::invalid_params(format!("the office has no page {cursor:?}"), None)
            })?
        }
    };
    let items: Vec<Value> = pages[at].names.iter().map(|name| item(name)).collect();
    let mut page = json!({key: items, "ttlMs": 1_000, "cacheScope": "public", "_meta": {"office/page": at}});
    if let Some(next) = pages.get(at + 1) {
        page["nextCursor"] = json!(next.cursor);
    }
    Ok(page)
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn refused(what: &str) -> ErrorData {
    ErrorData::invalid_params(format!("the office refuses: {what}"), Some(json!({"office": what})))
}

impl ServerHandler for Office {
    fn get_info(&self) -> ServerConfig {
        typed(json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {
                "completions": {},
                "extensions": {"io.modelcontextprotocol/tasks": {}, "office/stamps": {"colours": 2}},
                "experimental": {"office": {}},
                "logging": {},
                "prompts": {"listChanged": true},
                "resources": {"subscribe": true},
                "tools": {"listChanged": true},
            },
            "serverInfo": {"name": "office", "version": "1.2.3", "title": "Office"},
            "instructions": "Open from nine to five.",
        }))
        .unwrap()
    }

    async fn ping(&self, _: Context) -> Result<(), ErrorData> {
        self.note("ping");
        Ok(())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let values = [format!("{}-1", request.argument.value), format!("{}-2", request.argument.value)];
        typed(json!({"completion": {"values": values, "total": 2, "hasMore": false}}))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        self.note(format!("level {:?}", request.level));
        Ok(())
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = pages(&[("", &["greet"]), ("p2", &["dismiss"])]);
        typed(cut(&prompts, request, "prompts", |name| json!({"name": name, "title": "T"}))?)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != "greet" {
            return Err(refused(&request.name));
        }
        let content = json!({"type": "text", "text": format!("{:?}", request.arguments)});
        let result: GetPromptResult = typed(json!({"messages": [{"role": "user", "content": content}]}))?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        typed(cut(&self.resources, request, "resources", |uri| json!({"uri": uri, "name": "file"}))?)
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = pages(&[("", &["file:///{name}"]), ("x", &["office://{room}"])]);
        let template = |template: &str| json!({"uriTemplate": template, "name": "template"});
        typed(cut(&templates, request, "resourceTemplates", template)?)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = &request.uri;
        if !uri.starts_with("file:///") {
            return Err(ErrorData::resource_not_found(format!("not in the office: {uri}"), None));
        }
        let result: ReadResourceResult =
            typed(json!({"contents": [{"uri": uri, "text": "paper"}], "ttlMs": 5, "cacheScope": "private"}))?;
        Ok(result.into())
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        self.note("filter");
        Some(requested.clone())
    }

    async fn listen(&self, subscription: SubscriptionContext) -> Result<(), ErrorData> {
        let sink = subscription.sink();
        sink.notify_tool_list_changed().await.map_err(|error| refused(&error.to_string()))
    }

    async fn subscribe(&self, request: SubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        self.note(format!("subscribe {}", request.uri));
        Ok(())
    }

    async fn unsubscribe(&self, request: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        self.note(format!("unsubscribe {}", request.uri));
        Ok(())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name == "shred" {
            return Err(refused("shred"));
        }
        let asked = context.meta.0.get("office/asked").cloned();
        let text = format!("{} {:?} {asked:?}", request.name, request.arguments);
        let result: CallToolResult = typed(json!({
            "content": [{"type": "text", "text": text}],
            "structuredContent": {"name": request.name},
            "isError": request.name == "file",
        }))?;
        Ok(result.into())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        typed(cut(
            &self.tools,
            request,
            "tools",
            |name| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}}),
        )?)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.note(format!("tool {name}"));
        None
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Context) -> Result<CustomResult, ErrorData> {
        match request.method.as_str() {
            "office/noted" => Ok(CustomResult::new(json!({"noted": *self.noted.lock().unwrap()}))),
            "office/refuse" => Err(refused("everything")),
            method => Ok(CustomResult::new(json!({"method": method, "params": request.params}))),
        }
    }

    async fn on_cancelled(&self, notification: CancelledNotificationParam, _: Notified) {
        self.note(format!("cancelled {:?}", notification.reason));
    }

    async fn on_progress(&self, notification: ProgressNotificationParam, _: Notified) {
        self.note(format!("progress {}", notification.progress));
    }

    async fn on_initialized(&self, _: Notified) {
        self.note("initialized");
    }

    async fn on_roots_list_changed(&self, _: Notified) {
        self.note("roots");
    }

    async fn on_custom_notification(&self, notification: CustomNotification, _: Notified) {
        self.note(format!("{} {:?}", notification.method, notification.params));
    }

    async fn get_task(&self, request: GetTaskParams, _: Context) -> Result<GetTaskResult, ErrorData> {
        Err(refused(&format!("to show {}", request.task_id)))
    }

    async fn update_task(&self, request: UpdateTaskParams, _: Context) -> Result<(), ErrorData> {
        Err(refused(&format!("to update {}", request.task_id)))
    }

    async fn cancel_task(&self, request: CancelTaskParams, _: Context) -> Result<(), ErrorData> {
        self.note(format!("cancel {}", request.task_id));
        Ok(())
    }
}
