//! Several messages in one array, which 2025-03-26 has and no other revision. Not the answer to each of them.

use crate::message::{Batch, Message};
use crate::rope::Output;
use crate::session::fault::Fault;
use crate::session::meta::Meta;
use crate::session::reply::Status;
use crate::session::version::Version;
use crate::session::{Place, Session, refuse};

/// The most messages of a batch: the answers to them are held together until the last one is there.
pub(crate) const BATCH_LIMIT: usize = 100;

/// Bytes of answers after which the rest of a batch is refused: a batch of reads is small and its answers are not.
pub(crate) const BATCH_OUTPUT_LIMIT: usize = 4 << 20;

impl Session {
    pub(crate) fn answer_batch(
        &mut self,
        batch: &Batch<'_>,
        meta: &Meta<'_>,
        out: &mut Output<'_>,
    ) -> Status {
        let version = match self.ambient_version(meta) {
            Ok(Version::V2025_03_26) => Version::V2025_03_26,
            Ok(version) => return refuse(out, None, &Fault::Batch { version }, version.era()),
            Err(fault) => return refuse(out, None, &fault, Version::UNSTATED.era()),
        };
        if batch.len > BATCH_LIMIT {
            return refuse(out, None, &Fault::BatchTooLong { len: batch.len }, version.era());
        }
        let begin = out.mark();
        let start = out.len();
        out.push('[');
        for element in &batch.elements {
            let before = out.mark();
            if out.len() > start + 1 {
                out.push(',');
            }
            let separated = out.len();
            match Message::parse_one(element.get()) {
                Ok(Message::Request(request)) if separated - start > BATCH_OUTPUT_LIMIT => {
                    refuse(out, Some(request.id), &Fault::BatchFull, version.era());
                }
                Ok(Message::Request(request)) => {
                    self.answer_request(&request, meta, Place::InBatch, out);
                }
                Ok(_) => {}
                Err(invalid) => {
                    refuse(out, invalid.id, &Fault::Invalid(invalid.reason), version.era());
                }
            }
            if out.len() == separated {
                out.rewind(before);
            }
        }
        if out.len() == start + 1 {
            out.rewind(begin);
            return Status::Accepted;
        }
        out.push(']');
        Status::Ok
    }
}
