//! Tables as Arrow: a text, a count or a number in each column, and nothing where a field is empty.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use overhear_lab::table::{Cell, ColumnEntry, Frame, Storage};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// A table of a result.
#[pyclass(frozen, module = "overhear._overhear")]
pub(crate) struct Table {
    frame: Frame,
    batch: RecordBatch,
}

/// A result that is one table: the table, the sentences, and the exception that says why it is no decision, if it is
/// none.
pub(crate) type OneTable = (Table, Vec<String>, Option<PyErr>);

impl Table {
    /// A table, with the types that the program's schema gives to it.
    pub(crate) fn new(frame: &Frame) -> PyResult<Table> {
        let fields: Vec<Field> = frame
            .columns()
            .into_iter()
            .enumerate()
            .map(|(place, name)| field(name, frame.entry(place)))
            .collect();
        let arrays: Vec<ArrayRef> =
            fields.iter().enumerate().map(|(place, field)| array(frame, place, field.data_type())).collect();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(schema, arrays).map_err(wrong)?;
        Ok(Table { frame: frame.clone(), batch })
    }
}

fn wrong(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A column, with its unit and its meaning as metadata.
fn field(name: &str, entry: &ColumnEntry) -> Field {
    let said = [("unit", entry.unit), ("meaning", Some(entry.meaning))];
    let said = said.into_iter().filter_map(|(key, text)| Some((key.to_owned(), text?.to_owned())));
    Field::new(name, kind(entry.stored), true).with_metadata(said.collect::<HashMap<_, _>>())
}

/// Whole numbers are wide here: what is narrow or yes and no are logs, and these are read from their files.
fn kind(stored: Storage) -> DataType {
    match stored {
        Storage::Text => DataType::Utf8,
        Storage::Int64 | Storage::Int32 | Storage::Bool => DataType::Int64,
        Storage::Uint64 => DataType::UInt64,
        Storage::Float64 => DataType::Float64,
    }
}

fn array(frame: &Frame, place: usize, kind: &DataType) -> ArrayRef {
    let cells = frame.column(place);
    match kind {
        DataType::Utf8 => Arc::new(cells.map(text).collect::<StringArray>()),
        DataType::UInt64 => Arc::new(cells.map(count).collect::<UInt64Array>()),
        DataType::Int64 => {
            let signed = cells.map(|cell| count(cell).and_then(|count| i64::try_from(count).ok()));
            Arc::new(signed.collect::<Int64Array>())
        }
        _ => Arc::new(cells.map(Cell::number).collect::<Float64Array>()),
    }
}

fn text(cell: &Cell) -> Option<String> {
    Some(cell.as_csv()).filter(|text| !text.is_empty())
}

fn count(cell: &Cell) -> Option<u64> {
    match cell {
        Cell::Count(count) => Some(*count),
        other => other.as_csv().parse().ok(),
    }
}

/// A field, as Python has it.
#[derive(IntoPyObject)]
pub(crate) enum Value {
    Text(String),
    Count(u64),
    Number(f64),
}

impl Value {
    fn from_cell(cell: &Cell, kind: &DataType) -> Option<Value> {
        match kind {
            DataType::Utf8 => text(cell).map(Value::Text),
            DataType::Int64 | DataType::UInt64 => count(cell).map(Value::Count),
            _ => cell.number().map(Value::Number),
        }
    }
}

#[pymethods]
impl Table {
    /// The name of the file or command.
    #[getter]
    fn name(&self) -> &'static str {
        self.frame.name()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.frame.columns()
    }

    fn __len__(&self) -> usize {
        self.frame.len()
    }

    /// The values of a column; nothing where a field is empty.
    fn column(&self, name: &str) -> PyResult<Vec<Option<Value>>> {
        let place = self.frame.columns().iter().position(|known| *known == name);
        let place = place.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let kind = self.batch.schema_ref().field(place).data_type().clone();
        Ok(self.frame.column(place).map(|cell| Value::from_cell(cell, &kind)).collect())
    }

    /// The text of the file.
    fn to_csv(&self) -> String {
        self.frame.to_csv()
    }

    /// The fields as they stand in the file, row by row.
    fn rows(&self) -> Vec<Vec<String>> {
        self.frame.rows()
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
