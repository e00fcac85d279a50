//! `#[derive(TableRow)]`: a struct whose fields are the columns of a table.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Expr, Fields, Result};

/// Returns the implementation of `TableRow`.
pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let table = table(input)?;
    let puts = named_fields(input)?.iter().map(put).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl #generics ::overhear_tournament::table::TableRow for #name #arguments #conditions {
            const TABLE: &'static str = #table;

            fn put<'row>(
                &self,
                row: ::overhear_tournament::table::NamedRow<'row>,
            ) -> ::overhear_tournament::table::NamedRow<'row> {
                #(#puts)*
                row
            }
        }
    })
}

fn named_fields(input: &DeriveInput) -> Result<&syn::punctuated::Punctuated<syn::Field, syn::Token![,]>> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(&fields.named),
            _ => Err(Error::new_spanned(input, "takes a struct with named fields")),
        },
        _ => Err(Error::new_spanned(input, "takes a struct")),
    }
}

/// Reads `#[table("name.csv")]`, or the constant that has the name.
fn table(input: &DeriveInput) -> Result<Expr> {
    let attribute = input.attrs.iter().find(|attribute| attribute.path().is_ident("table"));
    let attribute = attribute.ok_or_else(|| Error::new_spanned(input, "takes #[table(\"name.csv\")]"))?;
    attribute.parse_args()
}

/// Returns the line that fills the columns of a field.
fn put(field: &syn::Field) -> Result<TokenStream> {
    let name = field.ident.as_ref().ok_or_else(|| Error::new_spanned(field, "takes named fields"))?;
    let key = name.to_string();
    let ty = &field.ty;
    let mut is_group = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("column")) {
        attribute.parse_nested_meta(|meta| {
            is_group = meta.path.is_ident("group");
            if is_group { Ok(()) } else { Err(meta.error("takes `group`: a field with columns of its own")) }
        })?;
    }
    Ok(if is_group {
        quote_spanned! { ty.span() => let row = ::overhear_tournament::table::ColumnGroup::put(&self.#name, row); }
    } else {
        quote_spanned! { ty.span() => let row = ::overhear_tournament::table::ColumnValue::put(&self.#name, row, #key); }
    })
}
