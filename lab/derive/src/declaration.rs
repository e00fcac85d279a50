//! What a struct with `#[derive(Settings)]` declares.

use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{
    Data, DeriveInput, Error, Expr, Field, Fields, Ident, Lit, LitStr, Meta, Path, Result, Token, Type,
};

/// A configuration and its fields.
pub(crate) struct Declaration {
    pub(crate) name: Ident,
    pub(crate) fields: Vec<DeclaredField>,
}

/// A field of a configuration.
pub(crate) struct DeclaredField {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) help: String,
    pub(crate) default: Option<Expr>,
    pub(crate) role: Role,
}

/// What a field is.
pub(crate) enum Role {
    Setting(Box<SettingParts>),
    Group(GroupParts),
    Skipped,
}

/// The attributes of a setting.
#[derive(Default)]
pub(crate) struct SettingParts {
    pub(crate) range: Option<Path>,
    pub(crate) read_by: Option<Path>,
    /// The configuration whose field of the same name declares this one.
    pub(crate) declared_in: Option<Path>,
    /// Attributes with a text, under the names of their builder functions.
    pub(crate) texts: Vec<(Ident, LitStr)>,
    /// Attributes without a value.
    pub(crate) marks: Vec<Ident>,
    pub(crate) conflicts: Vec<LitStr>,
}

/// Which settings of a group can be set.
#[derive(Default)]
pub(crate) struct GroupParts {
    pub(crate) only: Vec<LitStr>,
    pub(crate) without: Vec<LitStr>,
    pub(crate) required: Vec<LitStr>,
    /// Keys and texts by turns: help that is another one here.
    pub(crate) reworded: Vec<LitStr>,
}

/// The attributes of a field as they are read, before it is known what the field is.
#[derive(Default)]
struct Attributes {
    default: Option<Expr>,
    parts: SettingParts,
    group: GroupParts,
    is_group: bool,
    is_skipped: bool,
}

impl Declaration {
    /// Reads a struct with named fields.
    pub(crate) fn new(input: &DeriveInput) -> Result<Declaration> {
        let fields = match &input.data {
            Data::Struct(data) => match &data.fields {
                Fields::Named(fields) => &fields.named,
                _ => return Err(Error::new_spanned(input, "takes a struct with named fields")),
            },
            _ => return Err(Error::new_spanned(input, "takes a struct")),
        };
        let fields = fields.iter().map(DeclaredField::new).collect::<Result<Vec<_>>>()?;
        Ok(Declaration { name: input.ident.clone(), fields })
    }
}

impl DeclaredField {
    fn new(field: &Field) -> Result<DeclaredField> {
        let name = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "takes named fields"))?;
        let mut attributes = Attributes::default();
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("setting")) {
            attribute.parse_nested_meta(|meta| attributes.read(&meta))?;
        }
        let role = match (attributes.is_skipped, attributes.is_group) {
            (true, _) => Role::Skipped,
            (false, true) => Role::Group(attributes.group),
            (false, false) => Role::Setting(Box::new(attributes.parts)),
        };
        let (ty, default) = (field.ty.clone(), attributes.default);
        Ok(DeclaredField { name, ty, help: help(field), default, role })
    }
}

impl Attributes {
    fn read(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let name = meta.path.require_ident()?.clone();
        match name.to_string().as_str() {
            "default" => self.default = Some(meta.value()?.parse()?),
            "range" => self.parts.range = Some(meta.value()?.parse()?),
            "declared_in" => self.parts.declared_in = Some(meta.value()?.parse()?),
            "read_by" => self.parts.read_by = Some(meta.value()?.parse()?),
            "value" | "flag" | "alias" | "heading" => {
                self.parts.texts.push((name, meta.value()?.parse()?));
            }
            "required" if meta.input.peek(Token![=]) => self.group.required = texts(meta)?,
            "required" | "positional" | "delimited" | "hidden" => self.parts.marks.push(name),
            "conflicts" => self.parts.conflicts = texts(meta)?,
            "only" => self.group.only = texts(meta)?,
            "without" => self.group.without = texts(meta)?,
            "reworded" => {
                self.group.reworded = texts(meta)?;
                if self.group.reworded.len() % 2 == 1 {
                    return Err(meta.error("the last key has no help; write keys and their help by turns"));
                }
            }
            "group" => self.is_group = true,
            "skip" => self.is_skipped = true,
            _ => return Err(meta.error("unknown; the front page of this crate lists the attributes")),
        }
        Ok(())
    }
}

/// Reads `= ["a", "b"]`.
fn texts(meta: &ParseNestedMeta<'_>) -> Result<Vec<LitStr>> {
    let list;
    let value = meta.value()?;
    syn::bracketed!(list in value);
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated(&list)?.into_iter().collect())
}

/// Returns the first paragraph of a field's documentation in one line, without its full stop and without the backslashes that keep
/// brackets from being links.
fn help(field: &Field) -> String {
    let documents = field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc"));
    let lines = documents.filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(document) => match &document.value {
            Expr::Lit(value) => match &value.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let paragraph: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_end_matches('.').replace("\\[", "[").replace("\\]", "]")
}
