//! Content security policy of generated pages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Adds a content security policy to the page's `<head>`. It forbids loading, running, sending and framing;
/// only the page's own style sheet is allowed, by its hash.
pub fn with_policy(page: &str) -> String {
    const STYLE: [&str; 2] = ["<style>", "</style>"];
    const HEAD: &str = "<head>\n";
    let style = page.split_once(STYLE[0]).and_then(|(_, rest)| rest.split_once(STYLE[1]));
    let hash = style.map_or_else(
        || "'none'".to_owned(),
        |(style, _)| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(style))),
    );
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {hash}; img-src data:; \
         base-uri 'none'; form-action 'none'\">\n"
    );
    page.replacen(HEAD, &format!("{HEAD}{policy}"), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_of_the_page_is_allowed_by_its_hash_and_nothing_else_is() {
        let page = with_policy("<html><head>\n<style>p {}</style></head></html>");
        let hash = STANDARD.encode(Sha256::digest("p {}"));
        assert!(page.starts_with("<html><head>\n<meta http-equiv=\"Content-Security-Policy\""));
        assert!(page.contains("default-src 'none'") && page.contains(&format!("style-src 'sha256-{hash}'")));
        assert!(!page.contains("unsafe"));
    }
}
