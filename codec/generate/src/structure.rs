//! The structures of one message: found, checked, and put in order.

use crate::definition::{Definition, Field, RawField, Type, Versions};

/// One Rust structure.
#[derive(Debug)]
pub(crate) struct Structure {
    pub(crate) name: String,
    pub(crate) versions: Versions,
    /// The versions with compact lengths and tags.
    pub(crate) flexible: Versions,
    pub(crate) fields: Vec<Field>,
}

impl Structure {
    /// Whether it keeps unknown tagged fields.
    pub(crate) const fn has_tags(&self) -> bool {
        !self.flexible.is_empty()
    }
}

/// A message with its structures, the top one first.
#[derive(Debug)]
pub(crate) struct Schema {
    pub(crate) name: String,
    pub(crate) key: i16,
    pub(crate) valid: Versions,
    pub(crate) flexible: Versions,
    pub(crate) structures: Vec<Structure>,
}

impl Schema {
    /// Checks a definition.
    pub(crate) fn new(definition: &Definition) -> Result<Self, String> {
        let fail = |what: String| format!("{}: {what}", definition.name);
        let valid = Versions::parse(&definition.valid_versions).map_err(fail)?;
        let flexible = definition.flexible_versions.as_deref().unwrap_or("none");
        let flexible = Versions::parse(flexible).map_err(fail)?;
        let mut schema = Self {
            name: definition.name.clone(),
            key: match (definition.api_key, definition.kind.as_str()) {
                (Some(key), _) => key,
                // What travels inside other messages is no request and has no number.
                (None, "data") => -1,
                (None, _) => return Err(fail("no api key".to_owned())),
            },
            valid,
            flexible,
            structures: Vec::new(),
        };
        schema.add(&definition.name, &definition.fields, valid).map_err(fail)?;
        for common in &definition.common_structs {
            let versions = Versions::parse(&common.versions).map_err(fail)?.within(valid);
            schema.add(&common.name, &common.fields, versions).map_err(fail)?;
        }
        schema.check_references().map_err(fail)?;
        Ok(schema)
    }

    fn add(&mut self, name: &str, raw: &[RawField], scope: Versions) -> Result<(), String> {
        if scope.is_empty() {
            return Ok(());
        }
        if self.structures.iter().any(|known| known.name == name) {
            return Err(format!("two structures are called {name}"));
        }
        let place = self.structures.len();
        let flexible = self.flexible.within(scope);
        self.structures.push(Structure {
            name: name.to_owned(),
            versions: scope,
            flexible,
            fields: Vec::new(),
        });
        let mut fields = Vec::new();
        for raw in raw {
            let Some(field) = Field::check(raw, scope)? else { continue };
            if let Some(structure) = field.kind.structure()
                && !raw.fields.is_empty()
            {
                self.add(structure, &raw.fields, field.versions)?;
            }
            fields.push(field);
        }
        self.structures[place].fields = fields;
        Ok(())
    }

    fn check_references(&self) -> Result<(), String> {
        for field in self.structures.iter().flat_map(|structure| &structure.fields) {
            if let Some(name) = field.kind.structure()
                && !self.structures.iter().any(|structure| structure.name == name)
            {
                return Err(format!("{}: no structure {name}", field.name));
            }
            if let Type::Array(element) = &field.kind
                && matches!(**element, Type::Array(_) | Type::Bytes | Type::Records)
            {
                return Err(format!("{}: a list of lists", field.name));
            }
        }
        Ok(())
    }
}
