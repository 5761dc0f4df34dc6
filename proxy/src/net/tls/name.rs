//! The name of a client certificate as Kafka's default principal builder prints it: RFC 2253 as Java writes it.

use rustls_pki_types::CertificateDer;
use x509_parser::prelude::{FromDer, X509Certificate};
use x509_parser::x509::{AttributeTypeAndValue, X509Name};

/// The attribute names that Java writes by a word; others are written as numbers and hexadecimal.
const WORDS: [(&str, &str); 9] = [
    ("2.5.4.3", "CN"),
    ("2.5.4.6", "C"),
    ("2.5.4.7", "L"),
    ("2.5.4.8", "ST"),
    ("2.5.4.9", "STREET"),
    ("2.5.4.10", "O"),
    ("2.5.4.11", "OU"),
    ("0.9.2342.19200300.100.1.25", "DC"),
    ("0.9.2342.19200300.100.1.1", "UID"),
];

/// The subject of a certificate, such as `CN=broker-0,OU=kafka,O=example`. `None` when it cannot be read.
pub(in crate::net) fn principal(certificate: &CertificateDer<'_>) -> Option<String> {
    let (_, certificate) = X509Certificate::from_der(certificate).ok()?;
    Some(print(certificate.subject()))
}

fn print(name: &X509Name<'_>) -> String {
    let parts = name.iter_rdn().map(|rdn| rdn.iter().map(attribute).collect::<Vec<_>>().join("+"));
    let mut parts: Vec<_> = parts.collect();
    // The certificate has the widest part first, the text the narrowest.
    parts.reverse();
    parts.join(",")
}

fn attribute(attribute: &AttributeTypeAndValue<'_>) -> String {
    let oid = attribute.attr_type().to_id_string();
    let word = WORDS.iter().find(|(id, _)| *id == oid);
    match (word, attribute.as_str()) {
        (Some((_, word)), Ok(value)) => format!("{word}={}", escape(value)),
        _ => {
            let value = attribute.attr_value();
            // Attribute values in names are short strings, so the short form of a length does.
            let mut der = vec![u8::try_from(value.header.tag().0).unwrap_or_default()];
            der.push(u8::try_from(value.data.len()).unwrap_or_default());
            der.extend(value.data);
            let hex: String = der.iter().map(|byte| format!("{byte:02x}")).collect();
            let name = word.map_or(oid.as_str(), |(_, word)| word);
            format!("{name}=#{hex}")
        }
    }
}

fn escape(value: &str) -> String {
    let last = value.chars().count().saturating_sub(1);
    let mut escaped = String::new();
    for (at, c) in value.chars().enumerate() {
        if ",=+<>#;\"\\".contains(c) || (c == ' ' && (at == 0 || at == last)) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hex: &str, expected: &str) {
        let der: Vec<u8> =
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
        let (_, name) = X509Name::from_der(&der).unwrap();
        assert_eq!(print(&name), expected);
    }

    // Encodings and texts as Java 17 gives them for the same names.
    #[test]
    fn names_are_written_as_java_writes_them() {
        check(
            "3038310b3009060355040613025553310a3008060355040a130179310a3008060355040b1301783111300f0603550403130862726f6b65722d30",
            "CN=broker-0,OU=x,O=y,C=US",
        );
        check(
            "302b310d300b060355040a13046c656164311a301806035504030c11612c623d632b6423653c663e3b225c2067",
            "CN=a\\,b\\=c\\+d\\#e\\<f\\>\\;\\\"\\\\ g,O=lead",
        );
        check(
            "3026310e300c06035504030c05c3a920c3bc3114301206092a864886f70d01090116056140622e63",
            "1.2.840.113549.1.9.1=#16056140622e63,CN=é ü",
        );
        check(
            "3060310a3008060355040713016c310a30080603550408130174310a300806035504091301733111300f060a0992268993f22c6401011301753111300f060a0992268993f22c6401191601783114300806035504031301613008060355040b130162",
            "CN=a+OU=b,DC=x,UID=u,STREET=s,ST=t,L=l",
        );
        check(
            "3042310f300d06035504031306747261696c20310a30080603550404130179310a3008060355042a13017a310a30080603550405130135310b3009060355040c13024472",
            "2.5.4.12=#13024472,2.5.4.5=#130135,2.5.4.42=#13017a,2.5.4.4=#130179,CN=trail\\ ",
        );
    }
}
