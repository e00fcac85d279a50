//! Tables as Arrow: a text, a count or a number in each column, and nothing where a field is empty.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, RecordBatch, RecordBatchIterator,
    StringArray, UInt64Array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use overhear_lab::table::{ColumnEntry, Frame, Presence, Storage, schema};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A table of a result: the text of its file, and the same as Arrow.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Table {
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    csv: String,
    batch: RecordBatch,
}

/// A result that is one table: the table, the sentences, the exception that says why it is no decision, if it is
/// none, and the manifest as JSON, if there is one.
pub(crate) type OneTable = (Table, Vec<String>, Option<PyErr>, Option<String>);

/// Types of the columns that the schema does not have, by their names.
type DeclaredKinds = HashMap<String, String>;

impl Table {
    /// A table, with the types that the program's schema gives to it.
    pub(crate) fn new(frame: &Frame) -> PyResult<Table> {
        let columns = frame.columns().into_iter().map(str::to_owned).collect();
        let declared = DeclaredKinds::new();
        Table::from_texts(frame.name().to_owned(), columns, frame.rows(), frame.to_csv(), &declared)
    }

    fn from_texts(
        name: String,
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
        csv: String,
        declared: &DeclaredKinds,
    ) -> PyResult<Table> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (place, column) in columns.iter().enumerate() {
            let cells: Vec<&str> = rows.iter().map(|row| row[place].as_str()).collect();
            let field = match entry(&name, column) {
                Some(entry) => described(column, entry),
                None => Field::new(column, declared_kind(declared.get(column), &cells)?, true),
            };
            arrays.push(array(&cells, field.data_type()));
            fields.push(field);
        }
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema, arrays).map_err(wrong)?;
        Ok(Table { name, columns, rows, csv, batch })
    }
}

fn wrong(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The description of a column; nothing if the schema has none.
fn entry(table: &str, column: &str) -> Option<&'static ColumnEntry> {
    let columns = &schema().iter().find(|entry| entry.file == table)?.columns;
    let named = columns.iter().find(|entry| entry.name == column);
    named.or_else(|| columns.iter().find(|entry| entry.presence == Presence::Repeated))
}

/// A column, with its unit and its meaning as metadata.
fn described(name: &str, entry: &ColumnEntry) -> Field {
    let metadata = [("unit", entry.unit), ("meaning", Some(entry.meaning))];
    let metadata = metadata.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.to_owned())));
    Field::new(name, kind(entry.stored), true).with_metadata(metadata.collect::<HashMap<_, _>>())
}

/// The type of a column that the schema does not have: the declared one, and else that of all of its cells.
fn declared_kind(declared: Option<&String>, cells: &[&str]) -> PyResult<DataType> {
    match declared.map(String::as_str) {
        None => Ok(narrowest(cells)),
        Some("text") => Ok(DataType::Utf8),
        Some("count") => Ok(DataType::Int64),
        Some("number") => Ok(DataType::Float64),
        Some("truth") => Ok(DataType::Boolean),
        Some(other) => Err(PyValueError::new_err(format!("`{other}` is no type of a column"))),
    }
}

/// The type of all cells of a column.
fn narrowest(cells: &[&str]) -> DataType {
    let filled: Vec<&str> = cells.iter().copied().filter(|cell| !cell.is_empty()).collect();
    if filled.is_empty() {
        DataType::Utf8
    } else if filled.iter().all(|cell| cell.parse::<i64>().is_ok()) {
        DataType::Int64
    } else if filled.iter().all(|cell| cell.parse::<f64>().is_ok()) {
        DataType::Float64
    } else {
        DataType::Utf8
    }
}

/// The type that the schema gives to a column, whatever stands in it.
fn kind(stored: Storage) -> DataType {
    match stored {
        Storage::Text => DataType::Utf8,
        Storage::Int64 => DataType::Int64,
        Storage::Int32 => DataType::Int32,
        Storage::Bool => DataType::Boolean,
        Storage::Uint64 => DataType::UInt64,
        Storage::Float64 => DataType::Float64,
    }
}

fn array(cells: &[&str], kind: &DataType) -> ArrayRef {
    let cells = cells.iter().copied();
    match kind {
        DataType::Utf8 => Arc::new(cells.map(text).collect::<StringArray>()),
        DataType::UInt64 => Arc::new(cells.map(|cell| cell.parse().ok()).collect::<UInt64Array>()),
        DataType::Int64 => Arc::new(cells.map(|cell| cell.parse().ok()).collect::<Int64Array>()),
        DataType::Int32 => Arc::new(cells.map(|cell| cell.parse().ok()).collect::<Int32Array>()),
        DataType::Boolean => Arc::new(cells.map(truth).collect::<BooleanArray>()),
        _ => Arc::new(cells.map(|cell| cell.parse().ok()).collect::<Float64Array>()),
    }
}

fn text(cell: &str) -> Option<&str> {
    Some(cell).filter(|text| !text.is_empty())
}

/// A truth value: 1 or 0 in the files of the program, True or False in tables of the package.
fn truth(cell: &str) -> Option<bool> {
    match cell {
        "1" | "true" | "True" => Some(true),
        "0" | "false" | "False" => Some(false),
        _ => None,
    }
}

/// A field, as Python has it.
#[derive(IntoPyObject)]
pub(crate) enum Value {
    Truth(bool),
    Text(String),
    Count(u64),
    Integer(i64),
    Number(f64),
}

impl Value {
    fn from_cell(cell: &str, kind: &DataType) -> Option<Value> {
        match kind {
            DataType::Utf8 => text(cell).map(|text| Value::Text(text.to_owned())),
            DataType::UInt64 => cell.parse().ok().map(Value::Count),
            DataType::Int64 | DataType::Int32 => cell.parse().ok().map(Value::Integer),
            DataType::Boolean => truth(cell).map(Value::Truth),
            _ => cell.parse().ok().map(Value::Number),
        }
    }
}

#[pymethods]
impl Table {
    /// Reads the rows of a file of this name; `declared` has the types of columns that the schema does not have.
    #[new]
    #[pyo3(signature = (name, columns, rows, csv, declared = DeclaredKinds::new()))]
    fn read(
        name: String,
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
        csv: String,
        declared: DeclaredKinds,
    ) -> PyResult<Table> {
        if let Some(row) = rows.iter().position(|row| row.len() != columns.len()) {
            let (line, fields, expected) = (row + 2, rows[row].len(), columns.len());
            return Err(PyValueError::new_err(format!(
                "{name}: line {line} has {fields} fields; the header has {expected}"
            )));
        }
        Table::from_texts(name, columns, rows, csv, &declared)
    }

    /// The name of the file or command.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    /// The values of a column; nothing where a field is empty.
    fn column(&self, name: &str) -> PyResult<Vec<Option<Value>>> {
        let place = self.columns.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let kind = self.batch.schema_ref().field(place).data_type().clone();
        Ok(self.rows.iter().map(|row| Value::from_cell(&row[place], &kind)).collect())
    }

    /// The names of the columns that hold texts.
    fn text_columns(&self) -> Vec<&str> {
        let fields = self.batch.schema_ref().fields().iter();
        fields
            .filter(|field| *field.data_type() == DataType::Utf8)
            .map(|field| field.name().as_str())
            .collect()
    }

    /// The text of the file.
    fn to_csv(&self) -> &str {
        &self.csv
    }

    /// The fields as they stand in the file, row by row.
    fn rows(&self) -> Vec<Vec<String>> {
        self.rows.clone()
    }

    /// The names, types, units and meanings of the columns as an Arrow schema (the Arrow `PyCapsule` interface).
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(wrong)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table as an Arrow stream of one batch (the Arrow `PyCapsule` interface); no other schema is made.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }
}
