//! `[[view]]`: ports, names and addresses of listeners that rewrite.

use std::net::SocketAddr;

use kagami_policies::naming::{Pattern, Policy, Rule, Wrong};

use super::{Checker, overlap};
use crate::{
    config::{Admin, Front, HostPort, Listener, ListenerName, View, names, raw::Section},
    view::{Addresses, Ports, Target},
};

/// Nodes that one view may have ports for: more is most likely a slip of the pen.
const PORTS_MAX: usize = 1000;

impl Checker<'_> {
    /// All views; the ports of listeners and of the admin server are taken.
    pub(super) fn views(&self, listeners: &[Listener], admin: Option<&Admin>) -> Option<Vec<View>> {
        let sections = self.root.sections("view", "view");
        let mut taken: Vec<(SocketAddr, String)> = listeners
            .iter()
            .map(|listener| (listener.bind, format!("the listener {}", listener.name)))
            .collect();
        taken.extend(admin.map(|admin| (admin.bind, "the admin server".to_owned())));
        let mut views: Vec<View> = Vec::new();
        for section in &sections {
            let Some(view) = self.view(section, listeners) else { continue };
            if views.iter().any(|other| other.name == view.name)
                || listeners.iter().any(|listener| listener.name.as_str() == view.name)
            {
                section.mistake("name", format!("{} is the name of an earlier view or listener", view.name));
            }
            for (address, _) in &view.ports {
                if let Some((_, owner)) = taken.iter().find(|(other, _)| overlap(*other, *address)) {
                    section.mistake("bind", format!("{address} is taken by {owner}"));
                }
            }
            taken.extend(view.ports.iter().map(|(address, _)| (*address, format!("the view {}", view.name))));
            views.push(view);
        }
        (views.len() == sections.len()).then_some(views)
    }

    fn view(&self, section: &Section<'_>, listeners: &[Listener]) -> Option<View> {
        let name = section.text("name").filter(|name| {
            let fits =
                !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c));
            if !fits {
                section.mistake("name", format!("{name:?}: write letters, digits, '.', '_' and '-'"));
            }
            fits
        });
        let bind: Option<SocketAddr> = section.parsed("bind");
        let listener = match section.parsed::<ListenerName>("listener") {
            Some(wanted) => {
                let found = listeners.iter().find(|listener| listener.name == wanted);
                if found.is_none() && !listeners.is_empty() {
                    section.mistake("listener", format!("there is no [[listener]] with the name {wanted}"));
                }
                found
            }
            None => listeners.first(),
        };
        let tls = self.tls(section, "view.tls");
        let policy = self.policy(section);
        let (bind, listener) = (bind?, listener?);
        let (addresses, mut ports) = places(section, bind, listener)?;
        let front = if section.has("link") {
            Some(front(section, bind, &advertised(section, bind, listener)?, &mut ports)?)
        } else {
            if section.has("source_nodes") {
                section.mistake(
                    "source_nodes",
                    "is of no use without `link`, which makes the view a front door",
                );
            }
            None
        };
        Some(View {
            name: name?,
            listener: listener.name.clone(),
            ports,
            addresses,
            policy: policy?,
            tls,
            front,
        })
    }

    fn policy(&self, outer: &Section<'_>) -> Option<Policy> {
        let Some(section) = outer.section("policy", "view.policy") else { return Some(Policy::identity()) };
        let kinds = [("identity", 0), ("prefix", 1), ("default", 2), ("map", 3)];
        let kind = section.choice("kind", &kinds)?;
        let uses: &[&str] = match kind {
            0 => &[],
            1 => &["prefix", "also"],
            2 => &["alias", "separator", "also"],
            _ => &["rules", "others"],
        };
        for name in ["prefix", "alias", "separator", "also", "rules", "others"] {
            if section.has(name) && !uses.contains(&name) {
                let word = kinds.iter().find(|(_, other)| *other == kind).map_or("this", |(word, _)| word);
                section.mistake(name, format!("is of no use with kind = \"{word}\""));
            }
        }
        let (at, made) = match kind {
            0 => return Some(Policy::identity()),
            1 => ("prefix", Policy::prefix(&needed(&section, "prefix")?, also(&section)?)),
            2 => {
                let (alias, separator) = (needed(&section, "alias")?, section.text("separator")?);
                ("alias", Policy::default(&alias, &separator, also(&section)?))
            }
            _ => ("rules", Policy::map(rules(&section)?)),
        };
        made.map_err(|wrong| section.mistake(at, wrong.to_string())).ok()
    }
}

fn needed(section: &Section<'_>, name: &str) -> Option<String> {
    if !section.has(name) {
        section.mistake(name, "is missing");
    }
    section.text(name)
}

fn also(section: &Section<'_>) -> Option<Vec<Pattern>> {
    if section.has("also") { patterns(section, "also", Pattern::parse) } else { Some(Vec::new()) }
}

fn rules(section: &Section<'_>) -> Option<Vec<Rule>> {
    let pair = |text: &str| {
        let (client, broker) = text.split_once('=').unwrap_or((text, text));
        Rule::new(Pattern::parse(client.trim())?, Pattern::parse(broker.trim())?)
    };
    if !section.has("rules") {
        section.mistake("rules", "is missing: write a list like [\"orders = us-east-1.orders\"]");
        return None;
    }
    let mut rules = patterns(section, "rules", pair)?;
    let others = section.choice("others", &[("show", true), ("hide", false)])?;
    let all = Rule::same(Pattern::parse("*").expect("all names are a pattern"));
    if others && !rules.contains(&all) {
        rules.push(all);
    }
    Some(rules)
}

fn patterns<T>(
    section: &Section<'_>,
    name: &str,
    parse: impl Fn(&str) -> Result<T, Wrong>,
) -> Option<Vec<T>> {
    let texts: Vec<String> = section.list(name)?;
    let mut all = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        match parse(text) {
            Ok(one) => all.push(one),
            Err(wrong) => section.mistake(&format!("{name}[{index}]"), format!("{text:?} {wrong}")),
        }
    }
    (all.len() == texts.len()).then_some(all)
}

/// What clients are told to connect to.
fn advertised(section: &Section<'_>, bind: SocketAddr, listener: &Listener) -> Option<HostPort> {
    let told = section.has("advertised").then(|| section.parsed::<HostPort>("advertised"));
    told.unwrap_or_else(|| Some(HostPort { host: listener.advertised.host.clone(), port: bind.port() }))
}

/// The ports of the source's nodes, added to those of the view.
fn front(
    section: &Section<'_>,
    bind: SocketAddr,
    told: &HostPort,
    ports: &mut Vec<(SocketAddr, Target)>,
) -> Option<Front> {
    let link: String = section.text("link")?;
    if !names::is_link(&link) {
        section
            .mistake("link", format!("{link:?} is not a link name: use letters, digits, '.', '_' and '-'"));
        return None;
    }
    if !section.has("source_nodes") {
        section.mistake(
            "source_nodes",
            "is missing: clients of a front door need a port for each node of the source",
        );
        return None;
    }
    let rows: Vec<Ports> = section.list("source_nodes")?;
    add_ports(section, "source_nodes", &rows, bind, Target::SourceNode, ports)?;
    let addresses = Addresses::Here { host: told.host.clone(), ports: rows, otherwise: told.port };
    Some(Front { link, addresses })
}

/// A port for each node of the rows. Says what is wrong with them.
fn add_ports(
    section: &Section<'_>,
    name: &str,
    rows: &[Ports],
    bind: SocketAddr,
    target: impl Fn(i32) -> Target,
    ports: &mut Vec<(SocketAddr, Target)>,
) -> Option<()> {
    for row in rows {
        for node in row.nodes.clone() {
            let Some(port) = row.of(node) else {
                section.mistake(name, format!("node {node} would have a port above 65535"));
                return None;
            };
            let address = SocketAddr::new(bind.ip(), port);
            if ports.iter().any(|(other, _)| overlap(*other, address)) {
                section.mistake(name, format!("{address} stands for two nodes"));
                return None;
            }
            ports.push((address, target(node)));
            if ports.len() > PORTS_MAX {
                section.mistake(name, format!("are more than {PORTS_MAX}"));
                return None;
            }
        }
    }
    Some(())
}

/// The ports, and what clients are told about them.
fn places(
    section: &Section<'_>,
    bind: SocketAddr,
    listener: &Listener,
) -> Option<(Addresses, Vec<(SocketAddr, Target)>)> {
    let HostPort { host, port } = advertised(section, bind, listener)?;
    let mut ports = vec![(bind, Target::Companion)];
    if !section.has("nodes") {
        let own: SocketAddr = section.parsed("virtual_bind").or_else(|| {
            if !section.has("virtual_bind") {
                section.mistake(
                    "virtual_bind",
                    "is missing: the port that leads to this sidecar's virtual broker; or write `nodes` for a port a node",
                );
            }
            None
        })?;
        ports.push((own, Target::Own));
        return Some((Addresses::Beside { port, virtual_port: own.port() }, ports));
    }
    if section.has("virtual_bind") {
        section
            .mistake("virtual_bind", "is of no use beside `nodes`, which has a port for virtual brokers too");
    }
    let rows: Vec<Ports> = section.list("nodes")?;
    add_ports(section, "nodes", &rows, bind, Target::Node, &mut ports)?;
    Some((Addresses::Here { host, ports: rows, otherwise: port }, ports))
}
