//! The rules, one file each, in the order in which they run. A file carries what the rule wants, why, a bad and a good
//! example in its first comment; the rule page is made from those.

use crate::rule::Rule;

mod allowed_tools;
mod ambiguous_scalar;
mod broken_link;
mod case_collision;
mod catalog_budget;
mod comment_cuts_value;
mod compatibility;
mod crlf;
mod description_blank;
mod description_length;
mod description_missing;
mod description_type;
mod duplicate_key;
mod duplicate_name;
mod encoding;
mod excluded_dotfile;
mod fence_space;
mod file_name;
mod final_block_scalar;
mod flow_colon;
mod folder_without_skill;
mod frontmatter_missing;
mod frontmatter_type;
mod frontmatter_unclosed;
mod invisible_character;
mod key_type;
mod license;
mod link_outside;
mod long_body;
mod metadata_nested;
mod metadata_type;
mod metadata_value;
mod misspelled_field;
mod name_characters;
mod name_length;
mod name_mismatch;
mod name_missing;
mod name_non_ascii;
mod name_type;
mod no_json_form;
mod no_skills;
mod not_packaged;
mod reserved_key;
mod root_not_found;
mod secret;
mod skill_at_root;
mod skill_md_spelling;
mod special_file;
mod tab_separator;
mod too_many_bytes;
mod too_many_files;
mod unknown_field;
mod unlinked_path;
mod unportable_name;
mod unreachable_file;
mod unreadable;
mod untracked_directory;
mod unused_glob;
mod yaml_document;
mod yaml_feature;
mod yaml_syntax;

#[cfg(test)]
pub(crate) mod testing;

/// Every rule, in the order in which they run.
pub static RULES: &[&Rule] = &[
    // The tree
    &root_not_found::RULE,
    &no_skills::RULE,
    &skill_at_root::RULE,
    &skill_md_spelling::RULE,
    &special_file::RULE,
    &file_name::RULE,
    &unreadable::RULE,
    &too_many_files::RULE,
    &too_many_bytes::RULE,
    &secret::RULE,
    &excluded_dotfile::RULE,
    &folder_without_skill::RULE,
    &case_collision::RULE,
    &unportable_name::RULE,
    &unused_glob::RULE,
    &not_packaged::RULE,
    &untracked_directory::RULE,
    // The frontmatter
    &encoding::RULE,
    &crlf::RULE,
    &frontmatter_missing::RULE,
    &frontmatter_unclosed::RULE,
    &fence_space::RULE,
    &yaml_document::RULE,
    &yaml_syntax::RULE,
    &frontmatter_type::RULE,
    &yaml_feature::RULE,
    &tab_separator::RULE,
    &flow_colon::RULE,
    &duplicate_key::RULE,
    &key_type::RULE,
    &no_json_form::RULE,
    &misspelled_field::RULE,
    &unknown_field::RULE,
    &name_missing::RULE,
    &name_type::RULE,
    &name_length::RULE,
    &name_characters::RULE,
    &name_non_ascii::RULE,
    &name_mismatch::RULE,
    &duplicate_name::RULE,
    &description_missing::RULE,
    &description_type::RULE,
    &description_blank::RULE,
    &description_length::RULE,
    &comment_cuts_value::RULE,
    &license::RULE,
    &compatibility::RULE,
    &allowed_tools::RULE,
    &metadata_type::RULE,
    &reserved_key::RULE,
    &metadata_value::RULE,
    &metadata_nested::RULE,
    &ambiguous_scalar::RULE,
    &final_block_scalar::RULE,
    // The body
    &broken_link::RULE,
    &link_outside::RULE,
    &unlinked_path::RULE,
    &invisible_character::RULE,
    &unreachable_file::RULE,
    &long_body::RULE,
    &catalog_budget::RULE,
];

/// The rules that are softer in some places than their level says, so that naming that level changes something.
pub(crate) static SOFTER_IN_PLACES: &[&Rule] = &[&broken_link::RULE];
