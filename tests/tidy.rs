//! The tree keeps its own rules. Cheap: reads files, starts no cluster.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Longest file, in lines. The style page says about 400; the rest is room for a file that is about to be split.
const LINES_MAX: usize = 500;

/// Words that name nothing, or name it otherwise than the glossary.
const FORBIDDEN: &[&str] = &["upstream", "downstream", "manager", "helper", "helpers", "util", "utils"];

/// A marker of unfinished work; written apart, so that this file passes its own check.
const MARKERS: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// Paths that git knows, below the root.
fn tracked() -> Vec<String> {
    let out = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().expect("git starts");
    assert!(out.status.success(), "not a git tree: {}", String::from_utf8_lossy(&out.stderr));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    // A file may be removed and not committed yet.
    text.split('\0').filter(|path| root().join(path).is_file()).map(str::to_owned).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Tracked files with these extensions that people write: generated code and definitions of others are left out.
fn written(extensions: &[&str]) -> Vec<(String, String)> {
    let theirs = [
        "codec/src/message/",
        "codec/src/record/",
        "codec/definitions/",
        "codec/golden/",
        "codec/fuzz/corpus/",
        "proxy/fuzz/corpus/",
    ];
    let generated =
        ["codec/src/api/table.rs", "codec/tests/wire/samples/generated.rs", "codec/tests/wire/lists.rs"];
    let ours = |path: &String| {
        let extension = PathBuf::from(path).extension().map(|e| e.to_string_lossy().into_owned());
        extensions.contains(&extension.as_deref().unwrap_or_default())
            && !theirs.iter().any(|prefix| path.starts_with(prefix))
            && !generated.contains(&path.as_str())
    };
    tracked().into_iter().filter(ours).map(|path| (path.clone(), read(&path))).collect()
}

fn assert_none(findings: &[String], rule: &str) {
    assert!(findings.is_empty(), "{rule}:\n  {}", findings.join("\n  "));
}

/// Words of a text as identifiers hold them: split at case, underscores and everything else.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in line.chars() {
        if !c.is_ascii_alphabetic() || (c.is_ascii_uppercase() && lower) {
            words.push(String::new());
        }
        if c.is_ascii_alphabetic() {
            words.last_mut().expect("never empty").push(c.to_ascii_lowercase());
        }
        lower = c.is_ascii_lowercase();
    }
    words
}

/// The code of a line, without comments and the contents of strings.
fn code(line: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut escaped = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if !escaped => quoted = !quoted,
            '/' if !quoted && chars.peek() == Some(&'/') => break,
            _ if !quoted => out.push(c),
            _ => {}
        }
        escaped = quoted && c == '\\' && !escaped;
    }
    out
}

#[test]
fn files_are_short_enough_for_one_reader() {
    let mut findings = Vec::new();
    for (path, text) in written(&["rs", "java", "py", "go", "js", "sh"]) {
        let lines = text.lines().count();
        if lines > LINES_MAX {
            findings.push(format!("{path} has {lines} lines, {LINES_MAX} are allowed"));
        }
    }
    assert_none(&findings, "a file that is too long serves two readers");
}

#[test]
fn names_are_those_of_the_glossary() {
    let mut findings = Vec::new();
    for (path, text) in written(&["rs"]) {
        // Foreign crates and this list may be called as they like.
        if path == "tests/tidy.rs" {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            if line.contains("org.apache.kafka") {
                continue;
            }
            let foreign = ["http_body_util", "hyper_util", "futures_util", "metrics_util"];
            let line = foreign.iter().fold(code(line), |line, name| line.replace(name, ""));
            let bad: Vec<_> =
                words(&line).into_iter().filter(|word| FORBIDDEN.contains(&word.as_str())).collect();
            if !bad.is_empty() {
                findings.push(format!("{path}:{}: {}", number + 1, bad.join(", ")));
            }
        }
        if path.ends_with("/mod.rs") {
            findings.push(format!("{path}: name it after its module"));
        }
    }
    assert_none(&findings, "these names say nothing, or say it otherwise than the glossary");
}

#[test]
fn nothing_is_left_for_later() {
    let mut findings = Vec::new();
    for (path, text) in written(&["rs", "toml", "md", "java", "py", "go", "js", "sh", "yml", "yaml"]) {
        for (number, line) in text.lines().enumerate() {
            let marked = |marker: &&&str| {
                line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == **marker)
            };
            if let Some(marker) = MARKERS.iter().find(marked) {
                findings.push(format!("{path}:{}: {marker}", number + 1));
            }
        }
    }
    assert_none(&findings, "a known gap stands in the README, with its reason");
}

#[test]
fn pure_crates_know_no_runtime_and_no_clock() {
    let mut findings = Vec::new();
    for (path, text) in written(&["rs", "toml"]) {
        if !path.starts_with("codec/") && !path.starts_with("policies/")
            || path.starts_with("codec/generate/")
        {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let line = if path.ends_with(".toml") { line.to_owned() } else { code(line) };
            for word in ["tokio", "async fn", "SystemTime", "Instant", "tracing", "TcpStream"] {
                if line.contains(word) && !path.contains("/tests/") {
                    findings.push(format!("{path}:{}: {word}", number + 1));
                }
            }
        }
    }
    assert_none(&findings, "codec and policies are values and functions");
}

#[test]
fn only_the_metrics_module_names_a_metric() {
    let mut findings = Vec::new();
    for (path, text) in written(&["rs"]) {
        let counts = path.starts_with("proxy/src/") && !path.starts_with("proxy/src/metrics");
        if !counts || path.contains("tests") {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let code = code(line);
            let macros = ["counter!(", "gauge!(", "histogram!("].iter().any(|name| code.contains(name));
            if macros || line.contains("\"kagami_") && !line.contains("\"kagami_codec") {
                findings.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert_none(&findings, "metrics are counted through functions of proxy/src/metrics.rs");
}

#[test]
fn nothing_points_at_the_machine_that_it_was_written_on() {
    let mut findings = Vec::new();
    let homes = [concat!("/wo", "rk/"), concat!("/ho", "me/"), concat!("/Us", "ers/"), concat!("/ro", "ot/")];
    for (path, text) in written(&["rs", "toml", "md", "java", "py", "go", "js", "json", "", "yml", "yaml"]) {
        for (number, line) in text.lines().enumerate() {
            if let Some(home) = homes.iter().find(|home| line.contains(**home)) {
                findings.push(format!("{path}:{}: {home}", number + 1));
            }
        }
    }
    assert_none(&findings, "a fresh checkout has none of these directories");
}

#[test]
fn every_message_has_golden_frames() {
    let golden = |path: &str| root().join("codec/golden").join(path).is_file();
    let missing: Vec<_> = tracked()
        .into_iter()
        .filter_map(|path| {
            let name = path.strip_prefix("codec/src/")?.strip_suffix(".rs")?;
            let (folder, name) = name.split_once('/')?;
            let file = if folder == "record" { format!("record/{name}.txt") } else { format!("{name}.txt") };
            (["message", "record"].contains(&folder) && !golden(&file)).then_some(file)
        })
        .collect();
    assert_none(
        &missing,
        "these messages were never seen on a wire: codec/golden/README.md tells how to capture them",
    );
}

#[test]
fn documents_name_tests_and_files_that_exist() {
    let sources = written(&["rs"]);
    let mut findings = Vec::new();
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "tests/bench/README.md"] {
        for (number, line) in read(document).lines().enumerate() {
            for quoted in line.split('`').skip(1).step_by(2) {
                // A test's name is a sentence: nothing else has so many underscores.
                let test = quoted.matches('_').count() >= 3
                    && quoted.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit());
                let gone = if test {
                    let definition = format!("fn {quoted}()");
                    !sources.iter().any(|(_, text)| text.contains(&definition))
                } else {
                    let path = ["codec/", "policies/", "proxy/", "tests/", "deploy/"]
                        .iter()
                        .any(|p| quoted.starts_with(p));
                    path && quoted.ends_with(".rs") && !root().join(quoted).is_file()
                };
                if gone {
                    findings.push(format!("{document}:{}: {quoted}", number + 1));
                }
            }
        }
    }
    assert_none(&findings, "documents speak of what is not there");
}

/// Rows of the table behind a headline of the README, as `first cell -> second cell`.
fn table(headline: &str) -> BTreeMap<String, String> {
    let text = read("README.md");
    let section = text.split(&format!("\n## {headline}\n")).nth(1).expect("the README has the section");
    let rows =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2)
        .map(|row| {
            let mut cells = row.trim_matches('|').split(" | ");
            let mut cell = || cells.next().unwrap_or_default().trim().trim_matches('`').to_owned();
            (cell(), cell())
        })
        .collect()
}

#[test]
fn the_readme_lists_the_commands_of_the_binary() {
    let binary = std::env::var_os("KAGAMI_BIN").map_or_else(
        || {
            let test = std::env::current_exe().expect("the test has a path");
            test.ancestors().nth(2).expect("tests lie in target/<profile>/deps").join("kagami")
        },
        PathBuf::from,
    );
    assert!(binary.is_file(), "no {}; run: cargo build --bin kagami", binary.display());
    let out = Command::new(binary).arg("--help").output().expect("the binary starts");
    let help = String::from_utf8_lossy(&out.stdout).into_owned();
    let listed = help.split("Commands:\n").nth(1).expect("the help lists commands").lines();
    let told: BTreeMap<_, _> = listed
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.trim().split_once("  "))
        .map(|(name, does)| (format!("kagami {name}"), does.trim().to_owned()))
        .filter(|(name, _)| name != "kagami help")
        .collect();
    assert!(!told.is_empty(), "{help}");
    assert_eq!(table("Commands"), told, "the README's table and `kagami --help`");
}

/// `(name, version, source)` of every package in the lock file.
fn locked() -> Vec<(String, String, Option<String>)> {
    let text = read("Cargo.lock");
    let field = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(&format!("{key} = ")))?;
        Some(line.trim_matches('"').to_owned())
    };
    text.split("[[package]]")
        .skip(1)
        .map(|block| {
            let name = field(block, "name").expect("a package has a name");
            (name, field(block, "version").expect("a package has a version"), field(block, "source"))
        })
        .collect()
}

#[test]
fn dependencies_come_from_one_registry() {
    let sources: BTreeSet<_> = locked().into_iter().filter_map(|(.., source)| source).collect();
    assert!(
        sources.len() == 1 && sources.iter().all(|source| source.starts_with("registry+")),
        "{sources:?}"
    );
}

/// What cargo-deny judges too, for machines without it.
#[test]
fn a_dependency_comes_in_two_versions_only_with_a_reason() {
    let deny = read("deny.toml");
    let skip =
        deny.split("\nskip = [").nth(1).and_then(|rest| rest.split("\n]").next()).expect("a list of skips");
    let mut reasoned: BTreeSet<(String, String)> = BTreeSet::new();
    for line in skip.lines().filter(|line| line.contains("crate =")) {
        assert!(line.contains("reason = "), "a skip without a reason: {line}");
        let spec = line.split('"').nth(1).expect("a crate is named");
        let (name, version) = spec.split_once('@').expect("a skip names a version");
        reasoned.insert((name.to_owned(), format!("{version}.")));
    }
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version, _) in locked() {
        versions.entry(name).or_default().push(version);
    }
    let mut findings = Vec::new();
    for (name, versions) in &versions {
        let bare = versions.iter().filter(|version| {
            !reasoned.iter().any(|(skipped, prefix)| skipped == name && version.starts_with(prefix.as_str()))
        });
        if bare.count() > 1 {
            findings.push(format!("{name}: {}", versions.join(", ")));
        }
    }
    for (name, prefix) in &reasoned {
        if versions
            .get(name)
            .is_none_or(|all| all.len() < 2 || !all.iter().any(|v| v.starts_with(prefix.as_str())))
        {
            findings.push(format!("{name} {prefix}* stands in deny.toml and is no duplicate"));
        }
    }
    assert_none(&findings, "duplicates in Cargo.lock and the skips of deny.toml");
}
