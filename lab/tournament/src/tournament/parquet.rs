//! Conversion of logs to Apache Parquet: the columns of the CSV files with their types, streamed.
//!
//! Empty CSV fields become null. Equal rows give equal bytes: no time is written, and row groups end after
//! [`GROUP`] rows.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use ::parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::Type;

use crate::error::{FileContext as _, LabError};
use crate::table::{ColumnEntry, FileEntry, Storage};

/// Rows of a row group: few enough for memory, enough to compress well.
const GROUP: usize = 1 << 17;

/// Values of a column in one row group.
enum ColumnValues {
    Counts(Vec<i64>),
    Small(Vec<i32>),
    Flags(Vec<bool>),
    Shares(Vec<f64>),
    Texts(Vec<ByteArray>),
}

/// A column, with a definition level for each row.
struct ParquetColumn {
    entry: &'static ColumnEntry,
    values: ColumnValues,
    present: Vec<i16>,
}

impl ParquetColumn {
    fn new(entry: &'static ColumnEntry) -> ParquetColumn {
        let values = match entry.stored {
            Storage::Int64 | Storage::Uint64 => ColumnValues::Counts(Vec::new()),
            Storage::Int32 => ColumnValues::Small(Vec::new()),
            Storage::Bool => ColumnValues::Flags(Vec::new()),
            Storage::Float64 => ColumnValues::Shares(Vec::new()),
            Storage::Text => ColumnValues::Texts(Vec::new()),
        };
        ParquetColumn { entry, values, present: Vec::new() }
    }

    fn schema(&self) -> Result<Type, ParquetError> {
        let (physical, logical) = match self.values {
            ColumnValues::Counts(_) => (Physical::INT64, None),
            ColumnValues::Small(_) => (Physical::INT32, None),
            ColumnValues::Flags(_) => (Physical::BOOLEAN, None),
            ColumnValues::Shares(_) => (Physical::DOUBLE, None),
            ColumnValues::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Type::primitive_type_builder(self.entry.name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL)
            .build()
    }

    /// Adds a field; `None` if it does not have the column's type.
    fn push(&mut self, field: &str) -> Option<()> {
        self.present.push(i16::from(!field.is_empty()));
        if field.is_empty() {
            return Some(());
        }
        match &mut self.values {
            ColumnValues::Counts(values) => values.push(field.parse().ok()?),
            ColumnValues::Small(values) => values.push(field.parse().ok()?),
            ColumnValues::Flags(values) => values.push(field.parse::<u8>().ok()? == 1),
            ColumnValues::Shares(values) => values.push(field.parse().ok()?),
            ColumnValues::Texts(values) => values.push(field.into()),
        }
        Some(())
    }

    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, File>) -> Result<(), ParquetError> {
        let mut column = group.next_column()?.expect("the schema has this column");
        let present = Some(self.present.as_slice());
        match &self.values {
            ColumnValues::Counts(values) => column.typed::<Int64Type>().write_batch(values, present, None),
            ColumnValues::Small(values) => column.typed::<Int32Type>().write_batch(values, present, None),
            ColumnValues::Flags(values) => column.typed::<BoolType>().write_batch(values, present, None),
            ColumnValues::Shares(values) => column.typed::<DoubleType>().write_batch(values, present, None),
            ColumnValues::Texts(values) => column.typed::<ByteArrayType>().write_batch(values, present, None),
        }?;
        *self = ParquetColumn::new(self.entry);
        column.close()
    }
}

/// Writes the CSV file of a table as Parquet, and syncs it to disk.
pub(super) fn write(table: &'static FileEntry, from: &Path, to: &Path) -> Result<(), LabError> {
    let mut reader = csv::Reader::from_path(from).map_err(|error| of_csv(from, &error))?;
    let header = reader.headers().map_err(|error| of_csv(from, &error))?;
    let mut columns: Vec<ParquetColumn> =
        header.iter().map(|name| column(table, from, name)).collect::<Result<_, _>>()?;
    let file = File::create_new(to).named(to.display())?;
    let synced = file.try_clone().named(to.display())?;
    let mut writer = begin(&columns, file).map_err(|error| of_parquet(to, &error))?;
    let (mut record, mut rows) = (csv::StringRecord::new(), 0);
    while reader.read_record(&mut record).map_err(|error| of_csv(from, &error))? {
        for (column, field) in columns.iter_mut().zip(&record) {
            column.push(field).ok_or_else(|| {
                LabError::runtime(format_args!(
                    "{}: `{field}` is not a {}",
                    from.display(),
                    column.entry.name
                ))
            })?;
        }
        rows += 1;
        if rows % GROUP == 0 {
            group(&mut writer, &mut columns).map_err(|error| of_parquet(to, &error))?;
        }
    }
    if rows % GROUP > 0 {
        group(&mut writer, &mut columns).map_err(|error| of_parquet(to, &error))?;
    }
    writer.close().map_err(|error| of_parquet(to, &error))?;
    synced.sync_all().named(to.display())
}

/// Returns the empty column of a field in the header of a log.
fn column(table: &'static FileEntry, log: &Path, name: &str) -> Result<ParquetColumn, LabError> {
    let entry = table.columns.iter().find(|column| column.name == name);
    entry.map(ParquetColumn::new).ok_or_else(|| {
        LabError::content(log.display(), format_args!("line 1: `{name}` is not a column of {}", table.file))
    })
}

fn begin(columns: &[ParquetColumn], file: File) -> Result<SerializedFileWriter<File>, ParquetError> {
    let fields: Result<Vec<_>, _> = columns.iter().map(|column| column.schema().map(Arc::new)).collect();
    let schema = Type::group_type_builder("log").with_fields(fields?).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("sim-cli ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
}

fn group(writer: &mut SerializedFileWriter<File>, columns: &mut [ParquetColumn]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    columns.iter_mut().try_for_each(|column| column.write(&mut group))?;
    group.close().map(drop)
}

fn of_csv(path: &Path, error: &csv::Error) -> LabError {
    LabError::runtime(format_args!("{}: {error}", path.display()))
}

fn of_parquet(path: &Path, error: &ParquetError) -> LabError {
    LabError::runtime(format_args!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
    use ::parquet::record::Field;

    use super::*;

    #[test]
    fn rows_keep_their_values_types_and_gaps_and_the_same_rows_are_the_same_bytes() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let paths = ["log.csv", "one.parquet", "two.parquet"].map(|name| dir.path().join(name));
        let rows = "game,round,clue_1,p_interception,guess_right\n7,1,\"a,b\",,1\n8,2,,0.250000,0\n";
        std::fs::write(&paths[0], rows).expect("written");
        for path in &paths[1..] {
            write(FileEntry::find("halves.csv"), &paths[0], path)
                .unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        }
        let [one, two] = [1, 2].map(|n: usize| std::fs::read(&paths[n]).expect("a file"));
        assert!(one == two);
        let reader = SerializedFileReader::new(File::open(&paths[1]).expect("a file")).expect("Parquet");
        let records: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .expect("rows")
            .map(|row| row.expect("a row").into_columns().into_iter().map(|(_, field)| field).collect())
            .collect();
        let text = Field::Str("a,b".to_owned());
        assert_eq!(records[0], [Field::Long(7), Field::Int(1), text, Field::Null, Field::Bool(true)]);
        let gap = Field::Null;
        assert_eq!(records[1], [Field::Long(8), Field::Int(2), gap, Field::Double(0.25), Field::Bool(false)]);
    }

    #[test]
    fn a_row_group_ends_after_so_many_rows_and_none_is_empty() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        for (rows, expected) in [(0, vec![]), (GROUP, vec![GROUP]), (GROUP + 1, vec![GROUP, 1])] {
            let paths = ["csv", "parquet"].map(|extension| dir.path().join(format!("{rows}.{extension}")));
            std::fs::write(&paths[0], format!("deal\n{}", "3\n".repeat(rows))).expect("written");
            write(FileEntry::find("games.csv"), &paths[0], &paths[1])
                .unwrap_or_else(|failure| panic!("{}", failure.to_string()));
            let reader = SerializedFileReader::new(File::open(&paths[1]).expect("a file")).expect("Parquet");
            let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows() as usize);
            assert_eq!(groups.collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn what_is_no_number_is_an_error() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let from = dir.path().join("log.csv");
        std::fs::write(&from, "game,deal\n1,x\n").expect("written");
        let failure = write(FileEntry::find("games.csv"), &from, &dir.path().join("out.parquet"))
            .expect_err("x is not a deal");
        assert!(failure.to_string().ends_with("`x` is not a deal"), "{}", failure.to_string());
    }
}
