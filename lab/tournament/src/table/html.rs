//! Content security policy of generated pages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Adds a content security policy to the page's `<head>`. It forbids loading, sending and framing; only the page's own style sheet
/// and script are allowed, each by its hash.
pub fn with_policy(page: &str) -> String {
    const HEAD: &str = "<head>\n";
    let style = hash_between(page, ["<style>", "</style>"]).unwrap_or_else(|| "'none'".to_owned());
    let script = hash_between(page, ["<script>", "</script>"])
        .map_or_else(String::new, |hash| format!("script-src {hash}; "));
    let policy = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {script}style-src {style}; img-src data:; \
         base-uri 'none'; form-action 'none'\">\n"
    );
    page.replacen(HEAD, &format!("{HEAD}{policy}"), 1)
}

/// Returns the hash of what stands between two tags, as a policy names it.
fn hash_between(page: &str, [open, close]: [&str; 2]) -> Option<String> {
    let (content, _) = page.split_once(open)?.1.split_once(close)?;
    Some(format!("'sha256-{}'", STANDARD.encode(Sha256::digest(content))))
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
        assert!(!page.contains("unsafe") && !page.contains("script-src"));
        let page = with_policy("<html><head>\n<style>p {}</style><script>1</script></head></html>");
        let script = STANDARD.encode(Sha256::digest("1"));
        assert!(page.contains(&format!("script-src 'sha256-{script}'; style-src 'sha256-{hash}'")));
    }
}
