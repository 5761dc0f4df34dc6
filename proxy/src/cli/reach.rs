//! Which sidecar to ask: the one that is named, else one that announced itself on the destination.

use std::path::Path;
use std::sync::Arc;

use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;

use super::arguments::Connect;
use super::client::Client;
use super::http::Endpoint;
use super::{Error, settings};
use crate::config::{HostPort, Mistakes, Token, link_settings};
use crate::net::{Dialer, Security, Side};
use crate::properties::ClientSecurity;
use crate::store;

/// Where a sidecar's admin server is unless it is told otherwise.
const DEFAULT_URL: &str = "http://127.0.0.1:9190";

/// A client of the first sidecar that answers.
pub(super) async fn client(connect: &Connect) -> Result<Client, Error> {
    let token = token(connect)?;
    let ca = connect.admin_ca.as_deref();
    let named = connect.admin.clone().or_else(|| environment("KAGAMI_ADMIN"));
    let urls = match (named, &connect.bootstrap_server) {
        (Some(url), _) => vec![address(&url)?],
        (None, Some(bootstrap)) => discovered(bootstrap, connect.command_config.as_deref()).await?,
        (None, None) => vec![DEFAULT_URL.to_owned()],
    };
    let mut endpoints = std::collections::VecDeque::new();
    for url in urls {
        let tls = if url.starts_with("https://") { Some(trust(ca)?) } else { None };
        endpoints.push_back(Endpoint { url, token: token.clone(), tls });
    }
    let mut last = None;
    while let Some(endpoint) = endpoints.pop_front() {
        match Client::connect(endpoint, endpoints.iter().cloned().collect()).await {
            Err(Error::OutOfReach(why)) => last = Some(why),
            answered => return answered,
        }
    }
    let why = last.unwrap_or_else(|| "no sidecar has announced itself on this cluster".to_owned());
    Err(Error::OutOfReach(why))
}

/// A URL without a slash at the end; `host:port` alone is plain HTTP.
fn address(text: &str) -> Result<String, Error> {
    let url = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(Error::Arguments(format!("--admin: {text} must be a URL like http://broker-0:9190")));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

async fn discovered(bootstrap: &str, command_config: Option<&Path>) -> Result<Vec<String>, Error> {
    let mut addresses = Vec::new();
    for address in bootstrap.split(',').map(str::trim).filter(|address| !address.is_empty()) {
        let checked: Result<HostPort, _> = address.parse();
        let checked =
            checked.map_err(|why| Error::Arguments(format!("--bootstrap-server: {address:?}: {why}")))?;
        addresses.push(checked.to_string());
    }
    let properties = match command_config {
        Some(file) => settings::properties(file)?.0,
        None => std::collections::BTreeMap::new(),
    };
    let mistakes = link_settings::client_mistakes(&properties);
    if !mistakes.is_empty() {
        return Err(Error::Mistakes(Mistakes(mistakes)));
    }
    let security = ClientSecurity::from_properties(&properties).expect("the properties were looked at above");
    let dialer = Dialer::new(Side::Destination, "kagami-cli", Security::new(security));
    let found = store::discover(&dialer, &addresses).await.map_err(|error| {
        Error::OutOfReach(format!(
            "no sidecar can be found through {bootstrap}: {error}; name one with --admin http://HOST:9190 if you know it"
        ))
    })?;
    if found.is_empty() {
        return Err(Error::OutOfReach(format!(
            "no sidecar has announced itself on the cluster of {bootstrap}; start one with kagami run --config FILE"
        )));
    }
    Ok(found.into_iter().map(|sidecar| sidecar.admin_url).collect())
}

fn token(connect: &Connect) -> Result<Option<Token>, Error> {
    let file = connect.token_file.clone().or_else(|| environment("KAGAMI_TOKEN_FILE").map(Into::into));
    let Some(file) = file else { return Ok(None) };
    let token = Token::new(&settings::read(&file)?);
    let least = Token::LENGTH_MIN;
    let malformed = || {
        Error::Input(format!("{} must hold one word of at least {least} visible characters", file.display()))
    };
    token.map(Some).ok_or_else(malformed)
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

fn trust(ca: Option<&Path>) -> Result<Arc<rustls::ClientConfig>, Error> {
    let mut roots = rustls::RootCertStore::empty();
    // What the system holds and cannot be read is no reason to stop: the handshake tells when a certificate lacks.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(ca) = ca {
        let wrong =
            |why: &dyn std::fmt::Display| Error::Input(format!("--admin-ca: {}: {why}", ca.display()));
        let certificates: Result<Vec<_>, _> =
            CertificateDer::pem_file_iter(ca).map_err(|error| wrong(&error))?.collect();
        let certificates = certificates.map_err(|error| wrong(&error))?;
        if certificates.is_empty() {
            return Err(wrong(&"there is no certificate in it"));
        }
        for certificate in certificates {
            roots.add(certificate).map_err(|error| wrong(&error))?;
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}
