use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;
use crate::properties::{ClientSecurity, parse};

fn settings(text: &str) -> SaslSettings {
    let text = format!("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=OAUTHBEARER\n{text}");
    ClientSecurity::from_properties(&parse(&text).unwrap().entries).unwrap().sasl.unwrap()
}

fn login(options: &str) -> String {
    format!(
        "sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required {options};"
    )
}

async fn message(settings: &SaslSettings) -> Result<String, String> {
    Tokens::default().message(settings, settings.login().unwrap().as_ref()).await
}

#[tokio::test]
async fn an_unsecured_token_carries_the_claims_of_the_login() {
    let settings = settings(&login(
        "unsecuredLoginStringClaim_sub=\"link\" unsecuredLoginListClaim_scope=\"|a|b\" extension_x=\"y\"",
    ));
    let message = message(&settings).await.unwrap();
    let token = message.strip_prefix("n,,\x01auth=Bearer ").unwrap();
    let token = token.strip_suffix("\x01x=y\x01\x01").unwrap();
    let parts: Vec<_> = token.split('.').collect();
    assert_eq!((parts.len(), parts[2]), (3, ""));
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(parts[1]).unwrap()).unwrap();
    assert_eq!((&claims["sub"], &claims["scope"]), (&json!("link"), &json!(["a", "b"])));
    assert_eq!(claims["exp"].as_u64().unwrap() - claims["iat"].as_u64().unwrap(), 3600);
}

#[tokio::test]
async fn a_token_file_is_read_again_for_each_authentication() {
    let path = std::env::temp_dir().join(format!("kagami-token-{}", std::process::id()));
    for address in [
        format!("sasl.oauthbearer.token.file={}", path.display()),
        format!("sasl.oauthbearer.token.endpoint.url=file://{}", path.display()),
    ] {
        let settings = settings(&address);
        for token in ["one", "two"] {
            std::fs::write(&path, format!("{token}\n")).unwrap();
            assert_eq!(message(&settings).await.unwrap(), format!("n,,\x01auth=Bearer {token}\x01\x01"));
        }
        std::fs::write(&path, "a\x01auth=b").unwrap();
        assert!(message(&settings).await.unwrap_err().contains("no token has"));
    }
    std::fs::remove_file(&path).unwrap();
    assert!(
        message(&settings("sasl.oauthbearer.token.file=/nowhere")).await.unwrap_err().contains("/nowhere")
    );
}

#[tokio::test]
async fn without_a_source_the_remedy_is_named() {
    let settings = settings(&login(""));
    let error = Tokens::check(&settings, settings.login().unwrap().as_ref()).unwrap_err();
    assert!(error.contains("sasl.oauthbearer.token.endpoint.url"), "{error}");
}

/// Answers one HTTP request and returns it.
async fn serve(listener: &TcpListener, answer: &str) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut request = Vec::new();
    while !request.ends_with(b"b%2Fc") {
        request.push(stream.read_u8().await.unwrap());
    }
    stream.write_all(answer.as_bytes()).await.unwrap();
    String::from_utf8(request).unwrap()
}

fn http(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn an_endpoint_is_asked_with_the_credentials_of_the_login_and_its_token_kept() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/token", listener.local_addr().unwrap());
    let text = login("clientId=\"id\" clientSecret=\"hunter2\" scope=\"a b/c\"");
    let settings = settings(&format!("{text}\nsasl.oauthbearer.token.endpoint.url={url}"));
    let login = settings.login().unwrap();
    let tokens = Tokens::default();
    let answer = http("200 OK", "{\"access_token\":\"abc\",\"expires_in\":600}");
    let (message, request) =
        tokio::join!(tokens.message(&settings, login.as_ref()), serve(&listener, &answer));
    assert_eq!(message.unwrap(), "n,,\x01auth=Bearer abc\x01\x01");
    assert!(request.starts_with("POST /token HTTP/1.1\r\n"), "{request}");
    assert!(request.contains("authorization: Basic aWQ6aHVudGVyMg=="), "{request}");
    assert!(request.ends_with("grant_type=client_credentials&scope=a+b%2Fc"), "{request}");
    // Nobody listens any more: the kept token serves.
    drop(listener);
    assert!(tokens.message(&settings, login.as_ref()).await.is_ok());
    assert!(Tokens::default().message(&settings, login.as_ref()).await.is_err());
}

#[tokio::test]
async fn a_refusal_of_the_endpoint_is_told_without_the_secret() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/token", listener.local_addr().unwrap());
    let text = login("clientId=\"id\" clientSecret=\"hunter2\" scope=\"b/c\"");
    let settings = settings(&format!("{text}\nsasl.oauthbearer.token.endpoint.url={url}"));
    let answer = http("401 Unauthorized", "{\"error\":\"invalid_client\"}");
    let (message, _) = tokio::join!(message(&settings), serve(&listener, &answer));
    let error = message.unwrap_err();
    assert!(error.contains(&url) && error.contains("401 Unauthorized: invalid_client"), "{error}");
    assert!(!error.contains("hunter2"));
}
