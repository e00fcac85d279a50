//! The code that a declaration becomes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use crate::declaration::{Declaration, DeclaredField, GroupParts, Role, SettingParts};

/// Returns the implementations of `Default` and `Settings`.
pub(crate) fn expand(declaration: &Declaration) -> TokenStream {
    let name = &declaration.name;
    let defaults = declaration.fields.iter().map(default);
    let listed = declaration.fields.iter().map(listed);
    let set = declaration.fields.iter().map(set);
    let words = declaration.fields.iter().map(words);
    let checked = declaration.fields.iter().map(checked);
    quote! {
        impl ::core::default::Default for #name {
            fn default() -> Self {
                #name { #(#defaults),* }
            }
        }

        impl ::overhear_tournament::settings::Settings for #name {
            fn settings() -> ::std::vec::Vec<::overhear_tournament::settings::Setting> {
                let usual = <#name as ::core::default::Default>::default();
                let mut settings = ::std::vec::Vec::new();
                #(#listed)*
                settings
            }

            fn set(&mut self, key: &str, words: &[::std::ffi::OsString]) -> ::core::result::Result<bool, ::std::string::String> {
                #(#set)*
                ::core::result::Result::Ok(false)
            }

            fn words(&self, key: &str) -> ::core::option::Option<::std::vec::Vec<::std::string::String>> {
                #(#words)*
                ::core::option::Option::None
            }

            fn check(&self) -> ::core::result::Result<(), ::overhear_tournament::LabError> {
                #(#checked)*
                ::core::result::Result::Ok(())
            }
        }
    }
}

fn default(field: &DeclaredField) -> TokenStream {
    let name = &field.name;
    let declared_in = match &field.role {
        Role::Setting(parts) => parts.declared_in.as_ref(),
        Role::Group(_) | Role::Skipped => None,
    };
    match (&field.default, declared_in) {
        (Some(value), _) => quote! { #name: #value },
        (None, Some(other)) => quote! { #name: <#other as ::core::default::Default>::default().#name },
        (None, None) => quote! { #name: ::core::default::Default::default() },
    }
}

/// Returns the lines that add a field to the list of settings.
fn listed(field: &DeclaredField) -> TokenStream {
    let (name, help, ty) = (&field.name, &field.help, &field.ty);
    let key = name.to_string();
    match &field.role {
        Role::Skipped => TokenStream::new(),
        Role::Group(group) => {
            let is_taken = taken(group);
            let required = &group.required;
            let (keys, texts) = (group.reworded.iter().step_by(2), group.reworded.iter().skip(1).step_by(2));
            quote_spanned! { ty.span() =>
                settings.extend(
                    <#ty as ::overhear_tournament::settings::Settings>::settings()
                        .into_iter()
                        .filter(|setting| { let key: &str = setting.key; !key.is_empty() && #is_taken })
                        .map(|setting| setting.reworded(&[#((#keys, #texts)),*]).required_among(&[#(#required),*]).in_group(#key)),
                );
            }
        }
        Role::Setting(parts) => {
            let SettingParts { range, texts, marks, conflicts, .. } = &**parts;
            if let Some(other) = &parts.declared_in {
                return quote_spanned! { ty.span() =>
                    settings.push(::overhear_tournament::settings::declared_in::<#other>(#key));
                };
            }
            let range = range.iter();
            let text_names = texts.iter().map(|(name, _)| name);
            let text_values = texts.iter().map(|(_, text)| text);
            quote_spanned! { ty.span() =>
                settings.push(
                    ::overhear_tournament::settings::Setting::new(#key, #help, &usual.#name)
                        #(.range(#range))*
                        #(.#text_names(#text_values))*
                        #(.#marks())*
                        .conflicts(&[#(#conflicts),*]),
                );
            }
        }
    }
}

/// Returns the lines that set a field by its key.
fn set(field: &DeclaredField) -> TokenStream {
    let (name, ty) = (&field.name, &field.ty);
    let key = name.to_string();
    match &field.role {
        Role::Skipped => TokenStream::new(),
        Role::Group(group) => {
            let is_taken = taken(group);
            quote! {
                if #is_taken && ::overhear_tournament::settings::Settings::set(&mut self.#name, key, words)? {
                    return ::core::result::Result::Ok(true);
                }
            }
        }
        Role::Setting(parts) => {
            let words = parts.read_by.as_ref().map_or_else(
                || quote! { words },
                |read| quote! { &words.iter().map(|word| #read(word)).collect::<::std::vec::Vec<_>>() },
            );
            quote_spanned! { ty.span() =>
                if key == #key {
                    self.#name = ::overhear_tournament::settings::SettingValue::read(#words)?;
                    return ::core::result::Result::Ok(true);
                }
            }
        }
    }
}

/// Returns the lines that tell the words of a field by its key.
fn words(field: &DeclaredField) -> TokenStream {
    let (name, ty) = (&field.name, &field.ty);
    let key = name.to_string();
    match &field.role {
        Role::Skipped => TokenStream::new(),
        Role::Group(group) => {
            let is_taken = taken(group);
            quote! {
                if #is_taken && let ::core::option::Option::Some(words) = ::overhear_tournament::settings::Settings::words(&self.#name, key) {
                    return ::core::option::Option::Some(words);
                }
            }
        }
        Role::Setting(_) => quote_spanned! { ty.span() =>
            if key == #key {
                return ::core::option::Option::Some(::overhear_tournament::settings::SettingValue::words(&self.#name));
            }
        },
    }
}

/// Returns the lines that check a field.
fn checked(field: &DeclaredField) -> TokenStream {
    let name = &field.name;
    match &field.role {
        Role::Skipped => TokenStream::new(),
        Role::Group(_) => quote! { ::overhear_tournament::settings::Settings::check(&self.#name)?; },
        Role::Setting(parts) => {
            let range = match (&parts.range, &parts.declared_in) {
                (Some(range), _) => quote! { ::core::option::Option::Some(#range.into()) },
                (None, Some(other)) => {
                    let key = name.to_string();
                    quote! { ::overhear_tournament::settings::declared_in::<#other>(#key).range }
                }
                (None, None) => return TokenStream::new(),
            };
            quote! {
                if let ::core::option::Option::Some(range) = #range {
                    ::overhear_tournament::settings::SettingValue::check(&self.#name, range)?;
                }
            }
        }
    }
}

/// Returns the condition that `key` is a key of a group that can be set.
fn taken(group: &GroupParts) -> TokenStream {
    let (only, without) = (&group.only, &group.without);
    let is_named = if only.is_empty() {
        quote! { true }
    } else {
        quote! { [#(#only),*].contains(&key) }
    };
    if without.is_empty() {
        is_named
    } else {
        quote! { #is_named && ![#(#without),*].contains(&key) }
    }
}
