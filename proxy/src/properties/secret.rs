//! Values that are never printed, and references that are looked up at the moment of use.

use std::fmt;
use std::path::Path;

/// What is shown in the place of a secret.
pub const HIDDEN: &str = "[hidden]";

/// A setting that may be secret, or may refer to where the secret is kept:
/// `${file:/path:key}` (a key of a properties file), `${file:/path}` (a whole file without its last line end),
/// `${directory:/path:file}` and `${env:NAME}`, anywhere in the text. Holds the text as it was written.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// A reference leads nowhere. The text names the reference, never a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unresolved(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Secret {
    /// The text as it was written, references unresolved: what may be stored again, if it is a reference.
    pub fn as_written(&self) -> &str {
        &self.0
    }

    /// Whether the text refers to somewhere else and so is no secret itself.
    pub fn is_reference(&self) -> bool {
        is_reference(&self.0)
    }

    /// Looks up every reference, now. The result must not outlive its use.
    ///
    /// # Errors
    /// A file, key or variable that is not there.
    pub fn resolve(&self) -> Result<String, Unresolved> {
        let mut resolved = String::with_capacity(self.0.len());
        let mut rest = self.0.as_str();
        while let Some(start) = rest.find("${") {
            let Some(length) = rest[start..].find('}') else { break };
            let reference = &rest[start + 2..start + length];
            resolved.push_str(&rest[..start]);
            match look_up(reference)? {
                Some(value) => resolved.push_str(&value),
                // Not ours; Java leaves what it does not know as it is.
                None => resolved.push_str(&rest[start..=start + length]),
            }
            rest = &rest[start + length + 1..];
        }
        resolved.push_str(rest);
        Ok(resolved)
    }
}

/// The kinds of places that [`look_up`] knows.
const KINDS: [&str; 3] = ["env", "file", "directory"];

/// Whether the text as a whole, blanks around it aside, refers to where a value is kept. What merely looks like it, with
/// a kind that nobody looks up, is taken as it is written and so may be the secret itself.
#[must_use]
pub fn is_reference(text: &str) -> bool {
    let reference = text.trim().strip_prefix("${").and_then(|text| text.strip_suffix('}'));
    let parts = reference.filter(|text| !text.contains(['{', '}'])).and_then(|text| text.split_once(':'));
    parts.is_some_and(|(kind, place)| KINDS.contains(&kind) && !place.is_empty())
}

fn look_up(reference: &str) -> Result<Option<String>, Unresolved> {
    let Some((kind, place)) = reference.split_once(':') else { return Ok(None) };
    let unresolved = |problem: &str| Unresolved(format!("${{{reference}}}: {problem}"));
    match kind {
        "env" => {
            let value = std::env::var(place.trim_start_matches(':'));
            value.map(Some).map_err(|_| unresolved("the environment has no such variable"))
        }
        "file" => match place.rsplit_once(':') {
            Some((path, key)) => {
                let text = read(Path::new(path)).map_err(|problem| unresolved(&problem))?;
                let pairs = super::parse(&text).map_err(|_| unresolved("the file is no properties file"))?;
                let value = pairs.entries.get(key).cloned();
                value.map(Some).ok_or_else(|| unresolved("the file has no such key"))
            }
            None => read_value(Path::new(place)).map(Some).map_err(|problem| unresolved(&problem)),
        },
        "directory" => {
            let (path, file) = place.rsplit_once(':').ok_or_else(|| unresolved("a file name is missing"))?;
            if file.contains(['/', '\\']) || file == ".." {
                return Err(unresolved("the file must be in the directory itself"));
            }
            read_value(&Path::new(path).join(file)).map(Some).map_err(|problem| unresolved(&problem))
        }
        _ => Ok(None),
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

/// Editors end a file with a line end that is not part of the password in it.
fn read_value(path: &Path) -> Result<String, String> {
    let mut text = read(path)?;
    if text.ends_with('\n') {
        text.pop();
        if text.ends_with('\r') {
            text.pop();
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str, text: &str) -> std::path::PathBuf {
        let directory = std::env::temp_dir().join(format!("kagami-secret-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("file"), text).unwrap();
        directory
    }

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::from("hunter2");
        assert_eq!(format!("{secret} {secret:?} {:?}", Some(&secret)), "[hidden] [hidden] Some([hidden])");
    }

    #[test]
    fn references_are_looked_up_at_the_moment_of_use() {
        let directory = place("use", "password = one\n");
        let file = directory.join("file");
        let by_key = Secret::from(format!("<${{file:{}:password}}>", file.display()));
        assert_eq!(by_key.resolve().unwrap(), "<one>");
        std::fs::write(&file, "password = two\n").unwrap();
        assert_eq!(by_key.resolve().unwrap(), "<two>");
        let whole = Secret::from(format!("${{file:{}}}", file.display()));
        assert_eq!(whole.resolve().unwrap(), "password = two");
        let in_directory = Secret::from(format!("${{directory:{}:file}}", directory.display()));
        assert_eq!(in_directory.resolve().unwrap(), "password = two");
        std::fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_reference_that_leads_nowhere_is_named() {
        for (text, problem) in [
            ("${env:KAGAMI_NO_SUCH}", "no such variable"),
            ("${file:/nowhere:a}", "No such file"),
            ("${directory:/tmp:../etc/passwd}", "in the directory itself"),
        ] {
            let error = Secret::from(text).resolve().unwrap_err().to_string();
            assert!(error.starts_with(text) && error.contains(problem), "{error}");
        }
    }

    #[test]
    fn only_what_is_looked_up_is_a_reference() {
        for text in [
            "${file:/run/secrets/source:password}",
            " ${env:PASSWORD} ",
            "${env::PASSWORD}",
            "${directory:/run:a}",
        ] {
            assert!(is_reference(text), "{text}");
        }
        for kind in KINDS {
            assert!(!matches!(look_up(&format!("{kind}:/nowhere:a")), Ok(None)), "{kind} is not looked up");
        }
        for text in [
            "${hunter2}",
            "${vault:x}",
            "${file:}",
            "${env:A}-and-more",
            "${env:A}b}",
            "${file:/a}${env:B}",
            "hunter2",
        ] {
            assert!(!is_reference(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_reference_stays_as_it_is() {
        for text in ["pa$$word", "${", "${a}", "${vault:x}", "}${"] {
            assert_eq!(Secret::from(text).resolve().unwrap(), text);
        }
    }
}
