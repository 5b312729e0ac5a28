//! One conversation with a client: messages in, answers out, in both eras of the protocol. No input or output of its
//! own, and no knowledge of what a catalog answers.

pub(crate) mod batch;
mod call;
pub(crate) mod completion;
mod content;
pub(crate) mod fault;
mod headers;
#[cfg(any(test, feature = "server"))]
pub(crate) mod lines;
pub(crate) mod meta;
mod method;
mod pages;
mod params;
pub(crate) mod prompts;
pub(crate) mod reply;
mod results;
pub(crate) mod templates;
pub(crate) mod tools;
mod version;

#[cfg(test)]
mod tests;

use alloc::string::String;

use crate::message::{self, Id, Message, Request};
use crate::rope::Output;
#[cfg(feature = "server")]
use crate::rope::Rope;
use crate::server::Server;
use crate::server::view::Desk;
use crate::session::batch::BATCH_LIMIT;
use crate::session::call::Call;
use crate::session::fault::Fault;
use crate::session::meta::Meta;
use crate::session::method::Method;
use crate::session::params::{Introduction, Params, RequestMeta};
use crate::session::reply::{Reply, Status};
use crate::session::version::Version;
use crate::{Caller, Era};

/// The longest message that is read, in bytes: 1 MiB, in every transport.
pub const MESSAGE_LIMIT: usize = 1 << 20;

/// One conversation with a client, without input and output of its own.
///
/// A session takes the bytes of one message and gives back at most one message. It does no input or output, starts
/// nothing and waits for nothing, so it can be driven from a thread, a task, an interrupt or a browser. Everything that
/// the transports of this crate answer comes from here.
///
/// Both eras of the protocol are spoken, request by request. A request whose `_meta` states a revision is answered in
/// that revision; over HTTP its headers have to agree. Any other request is answered in the revision that the header
/// `MCP-Protocol-Version` states, else in the one agreed on by `initialize`, else in 2025-03-26. No handshake is
/// *required*: requests are answered before it as after it.
///
/// A session remembers nothing but the outcome of `initialize`: the revision, and what the client said of itself, which a
/// [`Caller`] has for those who decide what it may see. Batches are answered on 2025-03-26: at most 100 messages in one,
/// and no further answer once there are 4 MiB of them.
///
/// ```
/// use skills_runtime::{Catalog, Meta, Server, Session, Status};
///
/// static SKILLS: Catalog = Catalog::EMPTY;
///
/// let mut session = Session::new(Server::new(&SKILLS));
/// let reply = session.receive(br#"{"jsonrpc":"2.0","id":1,"method":"skills/list"}"#, &Meta::stream());
/// assert_eq!(reply.status, Status::Ok);
/// assert_eq!(reply.body.as_deref(), Some(r#"{"jsonrpc":"2.0","id":1,"result":{"skills":[]}}"#));
///
/// let reply = session.receive(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, &Meta::stream());
/// assert_eq!(reply.body, None);
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    server: Server,
    /// The outcome of the last `initialize`.
    negotiated: Option<Negotiated>,
}

/// What an `initialize` settled, and what the client said of itself in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Negotiated {
    version: Version,
    client_info: Option<String>,
    client_capabilities: Option<String>,
}

/// What a request turned out to ask, and how it introduces its client.
struct Asked<'m> {
    version: Version,
    params: Params<'m>,
    introduction: Introduction<'m>,
}

/// Where a request stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    InBatch,
}

impl Session {
    /// A conversation that begins.
    #[must_use]
    pub const fn new(server: Server) -> Self {
        Self { server, negotiated: None }
    }

    /// Takes one message and returns what to send back.
    ///
    /// Whatever the bytes are, this returns; errors are answers. They are −32700 for what is not JSON, −32600 for what
    /// is not a request or is longer than [`MESSAGE_LIMIT`], −32601 for a method that the revision does not have or the
    /// server does not serve, −32602 for parameters, −32020 for headers that disagree with the body, −32022 for a
    /// revision that is not served, and those of [`QueryError`](crate::QueryError). Notifications and a client's
    /// responses are never answered.
    pub fn receive(&mut self, message: &[u8], meta: &Meta<'_>) -> Reply {
        let mut out = String::new();
        let status = self.receive_into(message, meta, &mut out);
        Reply { status, body: Some(out).filter(|body| !body.is_empty()) }
    }

    /// [`receive`](Self::receive) into a text that is there already: the answer is appended to it, or nothing is.
    pub fn receive_into(&mut self, message: &[u8], meta: &Meta<'_>, out: &mut String) -> Status {
        self.take(message, meta, &mut Output::whole(out))
    }

    /// The same for a transport that sends piece by piece: an answer is appended, or is a rope if it is long.
    #[cfg(feature = "server")]
    pub(crate) fn receive_chunked(
        &mut self,
        message: &[u8],
        meta: &Meta<'_>,
        out: &mut String,
    ) -> (Status, Option<Rope>) {
        let mut spliced = Output::spliced(out);
        let status = self.take(message, meta, &mut spliced);
        (status, spliced.into_rope())
    }

    fn take(&mut self, message: &[u8], meta: &Meta<'_>, out: &mut Output<'_>) -> Status {
        if message.len() > MESSAGE_LIMIT {
            return refuse(out, None, &Fault::MessageTooLong, Era::Legacy);
        }
        match Message::parse(message, BATCH_LIMIT) {
            Ok(Message::Request(request)) => self.answer_request(&request, meta, Place::Alone, out),
            Ok(Message::Batch(batch)) => self.answer_batch(&batch, meta, out),
            Ok(Message::Notification | Message::Response) => match self.ambient_version(meta) {
                Ok(_) => Status::Accepted,
                Err(_) => Status::BadRequest,
            },
            Err(invalid) => refuse(out, invalid.id, &Fault::Invalid(invalid.reason), Era::Legacy),
        }
    }

    /// Answers a message that was too long to be read to its end.
    ///
    /// A transport that stops reading at [`MESSAGE_LIMIT`] bytes has no message to hand over; this appends what
    /// [`receive_into`](Self::receive_into) would have appended for it.
    pub fn refuse_oversized(&self, out: &mut String) -> Status {
        refuse(&mut Output::whole(out), None, &Fault::MessageTooLong, Era::Legacy)
    }

    fn answer_request(
        &mut self,
        request: &Request<'_>,
        meta: &Meta<'_>,
        place: Place,
        out: &mut Output<'_>,
    ) -> Status {
        let start = out.mark();
        let (fault, era) = match self.resolve(request, meta) {
            Ok(asked) => match self.call(request, &asked, meta, place, out) {
                Ok(()) => return Status::Ok,
                Err(fault) => (fault, asked.version.era()),
            },
            Err(fault) => (fault, self.ambient_version(meta).map_or(Era::Legacy, Version::era)),
        };
        out.rewind(start);
        refuse(out, Some(request.id), &fault, era)
    }

    /// Which revision a request speaks, and its parameters, once headers and body agree about it.
    fn resolve<'m>(&self, request: &Request<'m>, meta: &Meta<'_>) -> Result<Asked<'m>, Fault> {
        let params = Params::read(request.params)?;
        let request_meta = params.meta()?;
        let introduction = request_meta.introduction();
        let Some(stated) = request_meta.protocol_version()? else {
            let version = match self.declared_version(meta)? {
                Some(version) if version.era() == Era::Legacy => version,
                None if request.method != method::DISCOVER => Version::UNSTATED,
                _ => return Err(RequestMeta::version_missing()),
            };
            return Ok(Asked { version, params, introduction });
        };
        if let Some(headers) = meta.headers() {
            headers::check_version(headers, &stated)?;
        }
        let version = Version::parse(&stated).ok_or_else(|| Fault::unsupported(&stated))?;
        if version.era() == Era::Modern {
            if let Some(headers) = meta.headers() {
                headers::check_call(headers, &request.method, params.name_of(&request.method).as_deref())?;
            }
            request_meta.check_client_capabilities()?;
        }
        Ok(Asked { version, params, introduction })
    }

    /// The revision that messages are taken to speak which do not state one themselves.
    fn ambient_version(&self, meta: &Meta<'_>) -> Result<Version, Fault> {
        Ok(self.declared_version(meta)?.unwrap_or(Version::UNSTATED))
    }

    fn declared_version(&self, meta: &Meta<'_>) -> Result<Option<Version>, Fault> {
        match meta.headers().map(headers::protocol_version).transpose()?.flatten() {
            Some(stated) => Version::parse(stated).map(Some).ok_or_else(|| Fault::unsupported(stated)),
            None => Ok(self.negotiated.as_ref().map(|negotiated| negotiated.version)),
        }
    }

    fn call(
        &mut self,
        request: &Request<'_>,
        asked: &Asked<'_>,
        meta: &Meta<'_>,
        place: Place,
        out: &mut Output<'_>,
    ) -> Result<(), Fault> {
        let (id, params, version) = (request.id, &asked.params, asked.version);
        let era = version.era();
        let unknown = || Fault::UnknownMethod { method: (*request.method).into(), version };
        let method = Method::find(&request.method, era).ok_or_else(unknown)?;
        if place == Place::InBatch && (version != Version::V2025_03_26 || method == Method::Initialize) {
            return Err(Fault::NotInBatch { version, method: (*request.method).into() });
        }
        let version = match method {
            Method::Initialize => self.negotiate(params)?,
            _ => version,
        };
        let caller = self.caller(version, asked.introduction, meta);
        let desk = Desk::new(&self.server, &caller);
        if !method.is_served(&desk) {
            return Err(unknown());
        }
        Call { desk, params, id, version }.answer(method, out)
    }

    /// Settles the revision that the client speaks from now on, and keeps what it says of itself.
    fn negotiate(&mut self, params: &Params<'_>) -> Result<Version, Fault> {
        let requested = Version::parse(&params.handshake()?);
        let agreed = requested.filter(|version| version.era() == Era::Legacy);
        let version = agreed.unwrap_or(Version::LATEST_LEGACY);
        let said = params.introduction();
        self.negotiated = Some(Negotiated {
            version,
            client_info: said.client_info.map(Into::into),
            client_capabilities: said.client_capabilities.map(Into::into),
        });
        Ok(version)
    }

    /// Who asks: a request of the modern era introduces its client, any other relies on the handshake.
    fn caller<'c>(&'c self, version: Version, introduction: Introduction<'c>, meta: &Meta<'c>) -> Caller<'c> {
        let said = match (version.era(), &self.negotiated) {
            (Era::Modern, _) => introduction,
            (Era::Legacy, None) => Introduction::default(),
            (Era::Legacy, Some(negotiated)) => Introduction {
                client_info: negotiated.client_info.as_deref(),
                client_capabilities: negotiated.client_capabilities.as_deref(),
            },
        };
        Caller::new(version.as_str())
            .with_client_info(said.client_info)
            .with_client_capabilities(said.client_capabilities)
            .with_context(meta.context())
    }
}

fn refuse(out: &mut Output<'_>, id: Option<Id<'_>>, fault: &Fault, era: Era) -> Status {
    let data = fault.data();
    let data = data.as_ref().map(|data| data as &dyn core::fmt::Display);
    // A `String` takes everything that is written to it.
    let _ = message::write_error(out, id, fault.code(), fault, data);
    fault.status(era)
}
