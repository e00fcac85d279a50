//! `#[derive(TableRow)]` and `#[derive(ColumnGroup)]`: structs whose fields are the columns of a table, or some of them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Expr, Fields, Result};

/// Returns the implementations of `TableRow` and of `ColumnGroup`.
pub(crate) fn expand_row(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let (table, group) = (table(input)?, expand_group(input)?);
    Ok(quote! {
        #group

        impl #generics ::overhear_tournament::table::TableRow for #name #arguments #conditions {
            const TABLE: &'static str = #table;
        }
    })
}

/// Returns the implementation of `ColumnGroup`.
pub(crate) fn expand_group(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let puts = named_fields(input)?.iter().map(put).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl #generics ::overhear_tournament::table::ColumnGroup for #name #arguments #conditions {
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
    Ok(match FieldColumns::of(field)? {
        FieldColumns::Named => {
            quote_spanned! { ty.span() => let row = ::overhear_tournament::table::ColumnValue::put(&self.#name, row, #key); }
        }
        FieldColumns::Decimals(decimals) => {
            quote_spanned! { ty.span() => let row = ::overhear_tournament::table::DecimalValue::put_decimals(&self.#name, row, #key, #decimals); }
        }
        FieldColumns::Group => {
            quote_spanned! { ty.span() => let row = ::overhear_tournament::table::ColumnGroup::put(&self.#name, row); }
        }
    })
}

/// The columns that a field fills.
enum FieldColumns {
    /// That of its name, and those of its interval.
    Named,
    /// The same, with this number of decimals.
    Decimals(Expr),
    /// Columns of its own names.
    Group,
}

impl FieldColumns {
    /// Reads `#[column(…)]`.
    fn of(field: &syn::Field) -> Result<FieldColumns> {
        let mut columns = FieldColumns::Named;
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("column")) {
            attribute.parse_nested_meta(|meta| {
                columns = match &meta.path {
                    path if path.is_ident("group") => FieldColumns::Group,
                    path if path.is_ident("decimals") => FieldColumns::Decimals(meta.value()?.parse()?),
                    _ => {
                        return Err(
                            meta.error("takes `group`, a field with columns of its own, or `decimals = N`")
                        );
                    }
                };
                Ok(())
            })?;
        }
        Ok(columns)
    }
}
