//! Texts of messages in Rust sources.
//!
//! A text belongs to a message if it stands in an argument of a constructor of errors or of a method that takes a message,
//! or in a variable, constant or function of the file that is named there. Such names are collected until no pass over
//! the file adds one.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, ExprCall, ExprMethodCall, ExprPath, ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMod,
    LitStr, Local, Macro, Meta, Pat, Path, ReturnType, Signature, Token, Type,
};

use super::Texts;

/// Types of errors whose constructors take the text of a message. Text in their implementations is one too.
const ERRORS: [&str; 5] = ["LabError", "Failure", "Illegal", "SpaceError", "UnexpectedAnswer"];

/// Functions that take the text of a message.
const FUNCTIONS: [&str; 3] = ["Err", "NoAnswer", "new_err"];

/// Methods that take the text of a message.
const METHODS: [&str; 10] = [
    "and",
    "context",
    "failure",
    "map_err",
    "ok_or",
    "ok_or_else",
    "refuse",
    "unfinished",
    "warn",
    "with_context",
];

/// Macros that make a message.
const MACROS: [&str; 4] = ["anyhow", "bail", "ensure", "eprintln"];

/// Macros and methods whose texts tell of a defect of the program.
const DEFECTS: [&str; 10] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "expect",
    "expect_err",
    "panic",
    "todo",
    "unreachable",
];

/// Parts of the names of functions, constants and variables whose texts are messages.
const NAMES: [&str; 8] = ["advice", "hint", "nonsense", "refusal", "remark", "unknown", "warning", "wrong"];

/// Beginnings of texts that are messages wherever they stand.
const MARKS: [&str; 2] = ["error: ", "warning: "];

/// Collects texts. `depth` counts the surrounding parts of the source that make a message.
#[derive(Default)]
struct Collector {
    depth: usize,
    texts: Texts,
    /// Names of variables, constants and functions that stand in a message.
    named: BTreeSet<String>,
}

/// Returns the texts of the messages of a source, without those of its tests.
pub(super) fn texts(source: &str) -> Texts {
    let file = syn::parse_file(source).expect("a source that is compiled");
    let mut collector = Collector::default();
    loop {
        let known = collector.named.len();
        collector.visit_file(&file);
        if collector.named.len() == known {
            return collector.texts;
        }
    }
}

/// Returns the names in the placeholders of a text: `name` of `{name:?}`.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|part| part.split([':', '}']).next())
}

/// Returns `true` for `#[test]` and `#[cfg(test)]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        Meta::NameValue(_) => false,
    })
}

/// Returns `true` if a name tells that its texts are messages.
fn names_message(name: &str) -> bool {
    NAMES.iter().any(|part| name.to_lowercase().contains(part))
}

/// Returns the name of a variable.
fn name_of(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(name) => Some(name.ident.to_string()),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

/// Returns `true` if a function returns an error, or a `Result` whose error is a text.
fn returns_message(signature: &Signature) -> bool {
    let ReturnType::Type(_, returned) = &signature.output else { return false };
    let Type::Path(returned) = &**returned else { return false };
    let Some(last) = returned.path.segments.last() else { return false };
    let name = last.ident.to_string();
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return is_error(&name) };
    let error = arguments.args.last();
    name == "Result"
        && matches!(error, Some(syn::GenericArgument::Type(Type::Path(error))) if error.path.is_ident("String"))
}

/// Returns `true` for the name of an error type.
fn is_error(name: &str) -> bool {
    ERRORS.contains(&name) || name.ends_with("Error") || name == "PyErr"
}

/// Returns `true` if a function that is called takes the text of a message.
fn takes_message(path: &Path) -> bool {
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let (Some(last), of) = (names.last(), names.iter().rev().nth(1)) else { return false };
    FUNCTIONS.contains(&last.as_str()) || of.is_some_and(|of| is_error(of)) || names_message(last)
}

impl Collector {
    /// Visits a part of the source, within a message if `is_message` says so.
    fn within(&mut self, is_message: bool, visit: impl FnOnce(&mut Self)) {
        self.depth += usize::from(is_message);
        visit(self);
        self.depth -= usize::from(is_message);
    }

    /// Returns `true` if the texts of a variable, constant or function are messages.
    fn is_message(&self, name: &str) -> bool {
        names_message(name) || self.named.contains(name)
    }

    /// Visits the arguments of a macro or an attribute; those that are no expressions have no texts.
    fn arguments(&mut self, arguments: &syn::Result<Punctuated<Expr, Token![,]>>) {
        arguments.iter().flatten().for_each(|argument| self.visit_expr(argument));
    }
}

impl<'a> Visit<'a> for Collector {
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if attribute.path().is_ident("error") {
            let arguments = attribute.parse_args_with(Punctuated::parse_terminated);
            self.within(true, |this| this.arguments(&arguments));
        }
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'a ItemImpl) {
        let trait_name = item.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        let of_error = matches!(&*item.self_ty, Type::Path(own) if own.path.segments.last().is_some_and(|own| is_error(&own.ident.to_string())));
        let is_display = of_error && trait_name.is_some_and(|name| name.ident == "Display");
        if !is_test(&item.attrs) {
            self.within(is_display, |this| visit::visit_item_impl(this, item));
        }
    }

    fn visit_item_fn(&mut self, function: &'a ItemFn) {
        let is_message = returns_message(&function.sig) || self.is_message(&function.sig.ident.to_string());
        if !is_test(&function.attrs) {
            self.within(is_message, |this| visit::visit_item_fn(this, function));
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'a ImplItemFn) {
        let is_message = returns_message(&function.sig) || self.is_message(&function.sig.ident.to_string());
        if !is_test(&function.attrs) {
            self.within(is_message, |this| visit::visit_impl_item_fn(this, function));
        }
    }

    fn visit_item_const(&mut self, item: &'a ItemConst) {
        self.within(self.is_message(&item.ident.to_string()), |this| visit::visit_item_const(this, item));
    }

    fn visit_local(&mut self, local: &'a Local) {
        let is_message = name_of(&local.pat).is_some_and(|name| self.is_message(&name));
        self.within(is_message, |this| visit::visit_local(this, local));
    }

    fn visit_expr_call(&mut self, call: &'a ExprCall) {
        let is_message = matches!(&*call.func, Expr::Path(function) if takes_message(&function.path));
        self.within(is_message, |this| visit::visit_expr_call(this, call));
    }

    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        let name = call.method.to_string();
        self.visit_expr(&call.receiver);
        let is_defect = DEFECTS.contains(&name.as_str());
        let is_message = METHODS.contains(&name.as_str()) || names_message(&name);
        if !is_defect {
            self.within(is_message, |this| call.args.iter().for_each(|argument| this.visit_expr(argument)));
        }
    }

    fn visit_macro(&mut self, found: &'a Macro) {
        let name = found.path.segments.last().map_or_else(String::new, |name| name.ident.to_string());
        if !DEFECTS.contains(&name.as_str()) {
            let arguments = found.parse_body_with(Punctuated::parse_terminated);
            self.within(MACROS.contains(&name.as_str()), |this| this.arguments(&arguments));
        }
    }

    fn visit_expr_path(&mut self, path: &'a ExprPath) {
        if self.depth > 0
            && let Some(last) = path.path.segments.last()
        {
            self.named.insert(last.ident.to_string());
        }
    }

    fn visit_lit_str(&mut self, text: &'a LitStr) {
        let value = text.value();
        let has_words = value.trim().contains(' ') && value.contains(char::is_alphabetic);
        let is_marked = MARKS.iter().any(|mark| value.starts_with(mark));
        if self.depth > 0 {
            self.named.extend(placeholders(&value).map(str::to_owned));
        }
        if has_words && (self.depth > 0 || is_marked) {
            self.texts.insert(value);
        }
    }
}

#[test]
fn texts_of_messages_are_found_and_others_are_not() {
    let source = r#"
        #[derive(thiserror::Error)] enum E { #[error("no {0}; give {}", other("a key"))] A(u8) }
        /// A comment of words.
        fn a() -> Result<u8, LabError> {
            let text = "no message here";
            assert!(text.is_empty(), "a defect of ours");
            let first = x.first().expect("a defect of theirs");
            watch.progress.warn(&format!("{first} is \
                late"));
            if first > 1 { return Err(LabError::setting("key", format_args!("the {} of it", "long text"))); }
            Ok(y.ok_or_else(|| misplaced("a deal"))?)
        }
        const LATE: &str = "it is late";
        fn form(kind: u8) -> String { format!("write a {kind}") }
        fn d() -> Result<u8, LabError> {
            let range: String = format!("takes {LATE} words");
            Err(LabError::usage(format_args!("{range}; {}", form(1))))
        }
        fn b() -> Result<u8, String> { let form = "write a code"; Err(form.to_owned()) }
        fn unknown_name() -> String { "no such name".to_owned() }
        impl Display for WordError { fn fmt(&self) { write!(f, "the word {} is none", self.0) } }
        #[cfg(test)] mod tests { fn c() { Err("a test of it") } }
    "#;
    let expected = [
        "a deal",
        "a key",
        "it is late",
        "long text",
        "no such name",
        "no {0}; give {}",
        "takes {LATE} words",
        "the word {} is none",
        "the {} of it",
        "write a code",
        "write a {kind}",
        "{first} is late",
        "{range}; {}",
    ];
    assert_eq!(texts(source).iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
