//! The call of one method, whose revision and caller are settled: its result, or why there is none. Not the envelope,
//! and nothing that outlives the call.

use crate::message::{self, Id};
use crate::rope::Output;
use crate::server::view::Desk;
use crate::session::fault::Fault;
use crate::session::method::Method;
use crate::session::params::Params;
use crate::session::version::Version;
use crate::session::{completion, prompts, results, templates, tools};
use crate::{Frame, Query};

/// A request of a method that is served to the caller.
pub(crate) struct Call<'c> {
    pub(crate) desk: Desk<'c>,
    pub(crate) params: &'c Params<'c>,
    pub(crate) id: Id<'c>,
    pub(crate) version: Version,
}

impl Call<'_> {
    pub(crate) fn answer(&self, method: Method, out: &mut Output<'_>) -> Result<(), Fault> {
        message::write_result(out, self.id, |out| self.write_result(method, out))
    }

    fn write_result(&self, method: Method, out: &mut Output<'_>) -> Result<(), Fault> {
        let (desk, params, frame) = (&self.desk, self.params, &self.frame());
        match method {
            Method::Initialize => Ok(results::write_handshake(desk, self.version, out)?),
            Method::Discover => Ok(results::write_discovery(desk, frame, out)?),
            Method::Ping => {
                out.push_str("{}");
                Ok(())
            }
            Method::ListSkills => self.query(Query::ListSkills { cursor: params.cursor()?.as_deref() }, out),
            Method::ListResources => {
                self.query(Query::ListResources { cursor: params.cursor()?.as_deref() }, out)
            }
            Method::GetSkill => self.query(Query::GetSkill { uri: &params.uri()? }, out),
            Method::ReadResource => self.query(Query::ReadResource { uri: &params.uri()? }, out),
            Method::ReadDirectory => {
                let (uri, cursor) = (params.uri()?, params.cursor()?);
                self.query(Query::ReadDirectory { uri: &uri, cursor: cursor.as_deref() }, out)
            }
            Method::ListTemplates | Method::ListTools if params.cursor()?.is_some() => {
                Err(Fault::UnknownCursor)
            }
            Method::ListTemplates => Ok(templates::write_list(desk, frame, out)?),
            Method::Complete => completion::write(desk, &params.partial()?, frame, out),
            Method::ListTools => Ok(tools::write_list(desk, frame, out)?),
            Method::CallTool => tools::write_call(desk, &params.name()?, params.arguments()?, frame, out),
            Method::ListPrompts => prompts::write_list(desk, params.cursor()?.as_deref(), frame, out),
            Method::GetPrompt => prompts::write(desk, &params.name()?, frame, out),
        }
    }

    fn query(&self, query: Query<'_>, out: &mut Output<'_>) -> Result<(), Fault> {
        /// More than everything around the answer takes, but for the server's name.
        const ENVELOPE: usize = 512;
        let frame = self.frame();
        let answer = self.desk.answer(query).map_err(|error| Fault::query(&error, frame.era, query.uri()))?;
        out.expect(answer.least_len() + self.desk.server().info().len() + ENVELOPE);
        Ok(answer.write_to(&frame, out)?)
    }

    fn frame(&self) -> Frame<'_> {
        Frame { era: self.version.era(), server_info: Some(self.desk.server().info()) }
    }
}
