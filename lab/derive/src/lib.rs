//! `#[derive(Settings)]`: one declaration of what an experiment can be asked for; `#[derive(TableRow)]`: a struct as a row of
//! a table; `#[derive(ColumnGroup)]`: some of its columns.
//!
//! A configuration is a struct; each field is a setting. The derive writes its `Default`, the list of its settings
//! (`overhear_tournament::settings::Setting`: key, help, kind, default, range), how a word sets one, and the check of all
//! ranges. Flags, environment variables, configuration files and Python functions are made from that list.
//!
//! The text of a field is its help: one paragraph, without a full stop at its end. `#[setting(…)]` takes
//!
//! | part | meaning |
//! | --- | --- |
//! | `default = EXPR` | the default; otherwise that of the type |
//! | `range = PATH` | a `CountRange` or a `NumberRange` |
//! | `value = "N"` | what help shows in the place of a value |
//! | `flag = "bot"` | the name of the flag, where it is not the key with dashes |
//! | `alias = "opponents"` | another name of the flag |
//! | `heading = "Words"` | the heading of help |
//! | `required` | a new run needs it |
//! | `positional` | stands without a flag |
//! | `delimited` | a list with commas |
//! | `hidden` | help does not show it |
//! | `conflicts = ["a", "b"]` | keys that cannot be given with it |
//! | `read_by = PATH` | a function that changes a word before it is read |
//! | `declared_in = TYPE` | everything is as the field of the same name there declares it |
//! | `group` | the field is a configuration of its own, whose settings stand beside those of this one |
//! | `only = ["a"]`, `without = ["a"]` | with `group`: which of its keys can be set here |
//! | `required = ["a"]` | with `group`: keys that a new run needs here |
//! | `reworded = ["a", "help"]` | with `group`: keys and the help that they have here |
//! | `skip` | no setting |

mod declaration;
mod expansion;
mod row;

use proc_macro::TokenStream;

/// Derives `Settings` and `Default` for a configuration. See the front page of this crate for the attributes.
#[proc_macro_derive(Settings, attributes(setting))]
pub fn settings(input: TokenStream) -> TokenStream {
    let parsed = syn::parse(input).and_then(|input| declaration::Declaration::new(&input));
    parsed.map_or_else(|error| error.to_compile_error(), |declaration| expansion::expand(&declaration)).into()
}

/// Derives `TableRow` and `ColumnGroup` for a struct whose fields are the columns of a table of the schema, which `#[table("name.csv")]` names, or a
/// constant in its place. A field with `#[column(group)]` has columns of its own names; `#[column(decimals = 3)]`, or a
/// constant in the place of 3, writes a number and its interval with so many decimals instead of six.
#[proc_macro_derive(TableRow, attributes(table, column))]
pub fn table_row(input: TokenStream) -> TokenStream {
    let expanded = syn::parse(input).and_then(|input| row::expand_row(&input));
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Derives `ColumnGroup` for a struct whose fields are some of the columns of a table, with the attributes of `TableRow`.
#[proc_macro_derive(ColumnGroup, attributes(column))]
pub fn column_group(input: TokenStream) -> TokenStream {
    let expanded = syn::parse(input).and_then(|input| row::expand_group(&input));
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
