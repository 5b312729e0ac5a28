//! The layer of the feature `rmcp` from outside: what it adds to a handler of the official SDK, and that it changes
//! nothing else. Not a test of the SDK.

#[path = "layer/beside.rs"]
mod beside;
#[path = "layer/full_round.rs"]
mod full_round;
#[path = "layer/lists.rs"]
mod lists;
#[path = "layer/office.rs"]
mod office;
#[path = "layer/parity.rs"]
mod parity;
#[path = "layer/settings.rs"]
mod settings;
#[path = "layer/tools.rs"]
mod tools;
#[path = "layer/untouched.rs"]
mod untouched;
#[path = "layer/wire.rs"]
mod wire;

use skills_runtime::{Catalog, embed_skills};

/// The skills of the HTTP example: nested ones, folders, binary files, names that need escapes.
static SKILLS: Catalog = embed_skills!("../examples/http/skills", allow(not_packaged));

/// Those of the example of this feature, which require tools.
static VERSIONING: Catalog = embed_skills!("../examples/rmcp/skills", allow(not_packaged));
