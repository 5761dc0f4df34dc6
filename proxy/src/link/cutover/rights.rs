//! Rights that clients have at the source and would lack on the destination.

use kagami_codec::{
    message::{DescribeAclsRequest, DescribeAclsResponse},
    types::ErrorCode,
};
use kagami_policies::acl::{Entry, Kind, Operation, Pattern};

use crate::{
    link::engine::{Engine, Link},
    serve::Destination,
};

/// Kafka's numbers: any kind, pattern, operation or permission.
const ANY: i8 = 1;
/// `PatternType.PREFIXED`.
const PREFIXED: i8 = 4;
/// `AclPermissionType.ALLOW`.
const ALLOW: i8 = 3;

/// What would be lacking, in words; topics with their names on both sides.
///
/// # Errors
/// Why the two could not be compared, in words.
pub(super) async fn lacking(
    engine: &Engine,
    link: &Link,
    topics: &[(String, String)],
) -> Result<Vec<String>, String> {
    let request = DescribeAclsRequest {
        resource_type_filter: ANY,
        // No name, principal or host is empty: it would be looked for.
        resource_name_filter: None,
        principal_filter: None,
        host_filter: None,
        pattern_type_filter: ANY,
        operation: ANY,
        permission_type: ANY,
        ..Default::default()
    };
    let source = link.source().any().await.map_err(|error| error.to_string())?;
    let answer = source.call(&request).await.map_err(|error| error.to_string())?;
    match ErrorCode(answer.error_code) {
        code if code.is_none() => {}
        // Nobody is asked for rights there.
        ErrorCode::SECURITY_DISABLED => return Ok(Vec::new()),
        code => {
            return Err(format!(
                "the source refuses to tell its ACLs ({}): the link's principal needs Describe on the cluster",
                code.name()
            ));
        }
    }
    if !engine.cluster.guard().await.map_err(|error| error.to_string())?.authorizer {
        return Ok(Vec::new());
    }
    let theirs = entries(answer);
    let lacking = engine
        .cluster
        .with_image(|image| image.acls.lacking(&theirs, topics).into_iter().map(said).collect());
    Ok(lacking)
}

fn entries(answer: DescribeAclsResponse) -> Vec<Entry> {
    let of = |resource: kagami_codec::message::describe_acls_response::DescribeAclsResource| {
        resource.acls.into_iter().map(move |acl| Entry {
            kind: Kind(resource.resource_type),
            name: resource.resource_name.clone(),
            pattern: if resource.pattern_type == PREFIXED { Pattern::Prefixed } else { Pattern::Literal },
            principal: acl.principal,
            host: acl.host,
            operation: Operation(acl.operation),
            allows: acl.permission_type == ALLOW,
        })
    };
    answer.resources.into_iter().flat_map(of).collect()
}

fn said(entry: &Entry) -> String {
    let kind = match entry.kind {
        Kind::TOPIC => "topic",
        Kind::GROUP => "group",
        _ => "transactional id",
    };
    let operation = match entry.operation {
        Operation::ALL => "do everything with",
        Operation::READ => "read",
        Operation::WRITE => "write",
        Operation::CREATE => "create",
        Operation::DELETE => "delete",
        Operation::ALTER => "alter",
        Operation::DESCRIBE => "describe",
        Operation::DESCRIBE_CONFIGS => "describe settings of",
        Operation::ALTER_CONFIGS => "alter settings of",
        _ => "use",
    };
    let what = match entry.pattern {
        Pattern::Literal => entry.name.clone(),
        Pattern::Prefixed => format!("{}*", entry.name),
    };
    format!("{} may {operation} {kind} {what}", entry.principal)
}
