//! The tools, prompts and resources that the scenarios of the official suite call by name. Not skills.

#![expect(deprecated, reason = "the scenarios of older revisions call what the SDK has deprecated")]

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CompleteRequestParams, CompleteResult,
    ErrorData, GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, UnsubscribeRequestParams,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

type Context = RequestContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;

pub(crate) struct Suite;

/// A red pixel as PNG, and no sound as WAV.
const IMAGE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SOUND: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// The result of that JSON; the SDK takes the mark of completeness away for older revisions.
fn typed<T: DeserializeOwned>(mut value: Value) -> Answer<T> {
    value["resultType"] = json!("complete");
    serde_json::from_value(value).map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": IMAGE, "mimeType": "image/png"})
}

fn embedded(uri: &str) -> Value {
    json!({"type": "resource", "resource": {"uri": uri, "mimeType": "text/plain", "text": "An embedded resource."}})
}

/// What a tool puts into its content, if there is the tool.
fn content(tool: &str) -> Option<Vec<Value>> {
    Some(match tool {
        "test_simple_text" => vec![text("This is a simple text response for testing.")],
        "test_image_content" => vec![image()],
        "test_audio_content" => vec![json!({"type": "audio", "data": SOUND, "mimeType": "audio/wav"})],
        "test_embedded_resource" => vec![embedded("test://embedded-resource")],
        "test_multiple_content_types" => {
            vec![text("Several."), image(), embedded("test://mixed-content-resource")]
        }
        "test_error_handling" => vec![text("This tool intentionally returns an error for testing")],
        _ => return None,
    })
}

const TOOLS: [&str; 6] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
];

impl ServerHandler for Suite {
    fn get_info(&self) -> ServerConfig {
        let capabilities = json!({
            "completions": {},
            "logging": {},
            "prompts": {},
            "resources": {"subscribe": true},
            "tools": {},
        });
        ServerConfig::new(serde_json::from_value(capabilities).unwrap_or_default())
    }

    async fn list_tools(&self, _: Option<PaginatedRequestParams>, _: Context) -> Answer<ListToolsResult> {
        let tool = |name: &str| json!({"name": name, "description": name, "inputSchema": {"type": "object"}});
        typed(json!({"tools": TOOLS.map(tool), "ttlMs": 1_000, "cacheScope": "public"}))
    }

    async fn call_tool(&self, request: CallToolRequestParams, _: Context) -> Answer<CallToolResponse> {
        let Some(content) = content(&request.name) else {
            return Err(ErrorData::invalid_params(format!("no tool {}", request.name), None));
        };
        let is_error = request.name == "test_error_handling";
        Ok(typed::<CallToolResult>(json!({"content": content, "isError": is_error}))?.into())
    }

    async fn list_prompts(&self, _: Option<PaginatedRequestParams>, _: Context) -> Answer<ListPromptsResult> {
        let argument = |name: &str| json!({"name": name, "description": name, "required": true});
        typed(json!({"prompts": [
            {"name": "test_simple_prompt", "description": "Simple"},
            {"name": "test_prompt_with_arguments", "description": "Two arguments", "arguments": (["arg1", "arg2"].map(argument))},
            {"name": "test_prompt_with_embedded_resource", "description": "Embeds", "arguments": (["resourceUri"].map(argument))},
            {"name": "test_prompt_with_image", "description": "Shows"},
        ]}))
    }

    async fn get_prompt(&self, request: GetPromptRequestParams, _: Context) -> Answer<GetPromptResponse> {
        let arguments = request.arguments.unwrap_or_default();
        let argument = |name: &str| arguments.get(name).and_then(|value| serde_json::to_value(value).ok());
        let argument = |name: &str| {
            argument(name).and_then(|value| value.as_str().map(String::from)).unwrap_or_default()
        };
        let blocks = match request.name.as_str() {
            "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
            "test_prompt_with_arguments" => {
                let (first, second) = (argument("arg1"), argument("arg2"));
                vec![text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))]
            }
            "test_prompt_with_embedded_resource" => {
                vec![embedded(&argument("resourceUri")), text("Please process the embedded resource above.")]
            }
            "test_prompt_with_image" => vec![image(), text("Please analyze the image above.")],
            name => return Err(ErrorData::invalid_params(format!("no prompt {name}"), None)),
        };
        let messages: Vec<Value> =
            blocks.into_iter().map(|content| json!({"role": "user", "content": content})).collect();
        Ok(typed::<GetPromptResult>(json!({"messages": messages}))?.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourcesResult> {
        typed(json!({"resources": [
            {"uri": "test://static-text", "name": "Text", "description": "A text", "mimeType": "text/plain"},
            {"uri": "test://static-binary", "name": "Image", "description": "An image", "mimeType": "image/png"},
        ], "ttlMs": 1_000, "cacheScope": "public"}))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        let template = json!({"uriTemplate": "test://template/{id}/data", "name": "Data", "mimeType": "application/json"});
        typed(json!({"resourceTemplates": [template], "ttlMs": 1_000, "cacheScope": "public"}))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Answer<ReadResourceResponse> {
        let uri = request.uri.as_str();
        let templated = uri.strip_prefix("test://template/").and_then(|rest| rest.strip_suffix("/data"));
        let content = match (uri, templated) {
            ("test://static-text", _) => {
                json!({"uri": uri, "mimeType": "text/plain", "text": "This is the content of the static text resource."})
            }
            ("test://static-binary", _) => json!({"uri": uri, "mimeType": "image/png", "blob": IMAGE}),
            (_, Some(id)) => {
                let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
                json!({"uri": uri, "mimeType": "application/json", "text": data.to_string()})
            }
            _ => {
                return Err(ErrorData::resource_not_found(
                    format!("no resource {uri}"),
                    Some(json!({"uri": uri})),
                ));
            }
        };
        let result = json!({"contents": [content], "ttlMs": 1_000, "cacheScope": "public"});
        Ok(typed::<ReadResourceResult>(result)?.into())
    }

    async fn subscribe(&self, _: SubscribeRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }

    async fn complete(&self, _: CompleteRequestParams, _: Context) -> Answer<CompleteResult> {
        typed(json!({"completion": {"values": ["paris", "park"], "total": 2, "hasMore": false}}))
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Context) -> Answer<()> {
        Ok(())
    }
}
