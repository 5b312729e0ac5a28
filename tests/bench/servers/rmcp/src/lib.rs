//! A server whose answers all come from rmcp's `SkillCatalog`: the methods that its documentation delegates, and no other.

use std::path::PathBuf;
use std::sync::Arc;

use rmcp::handler::server::skill_catalog::{SkillCatalog, SkillCatalogError};
use rmcp::model::{
    GetSkillRequestParams, GetSkillResult, ListResourcesResult, ListSkillsResult, PaginatedRequestParams,
    ReadResourceDirectoryRequestParams, ReadResourceDirectoryResult, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

/// A server over a directory of skills.
#[derive(Clone)]
pub struct Skills {
    catalog: Arc<SkillCatalog>,
}

impl Skills {
    /// Reads and hashes every file, which blocks.
    ///
    /// # Errors
    ///
    /// The directory cannot be read.
    pub fn load(directory: PathBuf) -> Result<Self, SkillCatalogError> {
        Ok(Self { catalog: Arc::new(SkillCatalog::from_dir(directory)?) })
    }
}

impl ServerHandler for Skills {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_resources().enable_skills_with_directory_read();
        ServerConfig::new(capabilities.build())
    }

    async fn list_skills(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListSkillsResult, ErrorData> {
        Ok(self.catalog.list_skills())
    }

    async fn get_skill(
        &self,
        request: GetSkillRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetSkillResult, ErrorData> {
        self.catalog.get_skill(&request.uri)
    }

    async fn read_resource_directory(
        &self,
        request: ReadResourceDirectoryRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceDirectoryResult, ErrorData> {
        self.catalog.read_resource_directory(&request.uri)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.catalog.resources()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = self.catalog.read_resource(&request.uri);
        found.map(Into::into).ok_or_else(|| ErrorData::resource_not_found(request.uri, None))
    }
}
