//! Tables for people: columns with two blanks between, numbers to the right.

use std::io::{self, Write};

/// Rows under headers.
#[derive(Debug)]
pub(super) struct Table {
    headers: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// What is shown for an empty cell, so that programs that split at blanks keep their columns.
const NOTHING: &str = "-";

impl Table {
    pub(super) fn new(headers: &[&'static str]) -> Self {
        Self { headers: headers.to_vec(), rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.headers.len());
        let filled = |cell: String| if cell.is_empty() { NOTHING.to_owned() } else { cell };
        self.rows.push(cells.into_iter().map(filled).collect());
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let is_number = |cell: &str| cell.parse::<f64>().is_ok();
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.headers[column].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.headers.len()).map(width).collect();
        let mut line = |cells: &mut dyn Iterator<Item = &str>| {
            let mut text = String::new();
            for (cell, width) in cells.zip(&widths) {
                let blanks = " ".repeat(width - cell.chars().count());
                let (before, after) =
                    if is_number(cell) { (blanks, String::new()) } else { (String::new(), blanks) };
                text.push_str(&format!("{before}{cell}{after}  "));
            }
            writeln!(out, "{}", text.trim_end())
        };
        line(&mut self.headers.iter().copied())?;
        for row in &self.rows {
            line(&mut row.iter().map(String::as_str))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_empty_cells_are_marked() {
        let mut table = Table::new(&["Topic", "Lag"]);
        table.row(vec!["orders".to_owned(), "12345".to_owned()]);
        table.row(vec![String::new(), "7".to_owned()]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "Topic   Lag\norders  12345\n-           7\n");
    }
}
