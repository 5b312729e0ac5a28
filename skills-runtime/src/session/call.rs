//! The call of one method, whose revision and caller are settled: its result, or why there is none. Not the envelope,
//! and nothing that outlives the call.

use alloc::string::String;
use core::fmt;

use crate::message::{self, Id};
use crate::server::Server;
use crate::server::view::Desk;
use crate::session::fault::Fault;
use crate::session::method::Method;
use crate::session::params::Params;
use crate::session::results;
use crate::session::version::Version;
use crate::{Caller, Frame, Query};

/// A request of a method that is served.
pub(crate) struct Call<'c> {
    pub(crate) server: &'c Server,
    pub(crate) caller: &'c Caller<'c>,
    pub(crate) params: &'c Params<'c>,
    pub(crate) id: Id<'c>,
    pub(crate) version: Version,
}

impl Call<'_> {
    pub(crate) fn answer(&self, method: Method, out: &mut String) -> Result<(), Fault> {
        let (server, params, version) = (self.server, self.params, self.version);
        match method {
            Method::Initialize => self.write(out, |out| results::write_handshake(server, version, out)),
            Method::Discover => self.write(out, |out| results::write_discovery(server, out)),
            Method::Ping => self.write(out, |out| {
                out.push_str("{}");
                Ok(())
            }),
            Method::ListTemplates if params.cursor()?.is_some() => Err(Fault::UnknownCursor),
            Method::ListTemplates => {
                self.write(out, |out| results::write_templates(server, version.era(), out))
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
        }
    }

    fn query(&self, query: Query<'_>, out: &mut String) -> Result<(), Fault> {
        /// More than the envelope takes.
        const ENVELOPE: usize = 128;
        let era = self.version.era();
        let desk = Desk::new(self.server, self.caller);
        let answer = desk.answer(query).map_err(|error| Fault::query(&error, era, query.uri()))?;
        let info = self.server.info();
        out.reserve(answer.len_hint() + info.len() + ENVELOPE);
        let frame = Frame { era, server_info: Some(info) };
        self.write(out, |out| answer.write(&frame, out))
    }

    fn write(&self, out: &mut String, result: impl FnOnce(&mut String) -> fmt::Result) -> Result<(), Fault> {
        message::write_result(out, self.id, result).map_err(|_| Fault::Unwritten)
    }
}
