//! The logs as Apache Parquet: the columns of the CSV files with their types, read from those files as a stream.
//!
//! What is empty in CSV is null. The same rows give the same bytes: no time is written, and row groups end after
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

use crate::error::{LabError, Named as _};
use crate::table::{ColumnEntry, FileEntry, Storage};

/// Rows of a row group: few enough to hold in memory, enough to compress.
const GROUP: usize = 1 << 17;

/// The values of a column in one row group.
enum Values {
    Counts(Vec<i64>),
    Small(Vec<i32>),
    Flags(Vec<bool>),
    Shares(Vec<f64>),
    Texts(Vec<ByteArray>),
}

/// A column, and for each row whether there is a value.
struct Column {
    entry: &'static ColumnEntry,
    values: Values,
    present: Vec<i16>,
}

impl Column {
    fn new(entry: &'static ColumnEntry) -> Column {
        let values = match entry.stored {
            Storage::Int64 | Storage::Uint64 => Values::Counts(Vec::new()),
            Storage::Int32 => Values::Small(Vec::new()),
            Storage::Bool => Values::Flags(Vec::new()),
            Storage::Float64 => Values::Shares(Vec::new()),
            Storage::Text => Values::Texts(Vec::new()),
        };
        Column { entry, values, present: Vec::new() }
    }

    fn schema(&self) -> Result<Type, ParquetError> {
        let (physical, logical) = match self.values {
            Values::Counts(_) => (Physical::INT64, None),
            Values::Small(_) => (Physical::INT32, None),
            Values::Flags(_) => (Physical::BOOLEAN, None),
            Values::Shares(_) => (Physical::DOUBLE, None),
            Values::Texts(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        Type::primitive_type_builder(self.entry.name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL)
            .build()
    }

    /// Adds a field; `None` if it is not of the column's type.
    fn push(&mut self, field: &str) -> Option<()> {
        self.present.push(i16::from(!field.is_empty()));
        if field.is_empty() {
            return Some(());
        }
        match &mut self.values {
            Values::Counts(values) => values.push(field.parse().ok()?),
            Values::Small(values) => values.push(field.parse().ok()?),
            Values::Flags(values) => values.push(field.parse::<u8>().ok()? == 1),
            Values::Shares(values) => values.push(field.parse().ok()?),
            Values::Texts(values) => values.push(field.into()),
        }
        Some(())
    }

    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, File>) -> Result<(), ParquetError> {
        let mut column = group.next_column()?.expect("the schema has this column");
        let present = Some(self.present.as_slice());
        match &self.values {
            Values::Counts(values) => column.typed::<Int64Type>().write_batch(values, present, None),
            Values::Small(values) => column.typed::<Int32Type>().write_batch(values, present, None),
            Values::Flags(values) => column.typed::<BoolType>().write_batch(values, present, None),
            Values::Shares(values) => column.typed::<DoubleType>().write_batch(values, present, None),
            Values::Texts(values) => column.typed::<ByteArrayType>().write_batch(values, present, None),
        }?;
        *self = Column::new(self.entry);
        column.close()
    }
}

/// Writes what stands in the CSV file of a table as Parquet, and sees that it is on the disk.
pub(super) fn write(table: &'static FileEntry, from: &Path, to: &Path) -> Result<(), LabError> {
    let mut reader = csv::Reader::from_path(from).map_err(|error| of_csv(from, &error))?;
    let header = reader.headers().map_err(|error| of_csv(from, &error))?;
    let column = |name: &str| {
        let known = table.columns.iter().find(|column| column.name == name);
        let unknown = || {
            LabError::content(from.display(), format_args!("line 1: `{name}` is no column of {}", table.file))
        };
        known.map(Column::new).ok_or_else(unknown)
    };
    let mut columns: Vec<Column> = header.iter().map(column).collect::<Result<_, _>>()?;
    let file = File::create_new(to).named(to.display())?;
    let synced = file.try_clone().named(to.display())?;
    let mut writer = begin(&columns, file).map_err(|error| of_parquet(to, &error))?;
    let (mut record, mut rows) = (csv::StringRecord::new(), 0);
    while reader.read_record(&mut record).map_err(|error| of_csv(from, &error))? {
        for (column, field) in columns.iter_mut().zip(&record) {
            column.push(field).ok_or_else(|| {
                LabError::runtime(format_args!("{}: `{field}` is no {}", from.display(), column.entry.name))
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

fn begin(columns: &[Column], file: File) -> Result<SerializedFileWriter<File>, ParquetError> {
    let fields: Result<Vec<_>, _> = columns.iter().map(|column| column.schema().map(Arc::new)).collect();
    let schema = Type::group_type_builder("log").with_fields(fields?).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(concat!("sim-cli ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
}

fn group(writer: &mut SerializedFileWriter<File>, columns: &mut [Column]) -> Result<(), ParquetError> {
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
            write(FileEntry::of("halves.csv"), &paths[0], path)
                .unwrap_or_else(|failure| panic!("{}", failure.to_string()));
        }
        let [one, two] = [1, 2].map(|n: usize| std::fs::read(&paths[n]).expect("a file"));
        assert!(one == two);
        let reader = SerializedFileReader::new(File::open(&paths[1]).expect("a file")).expect("Parquet");
        let found: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .expect("rows")
            .map(|row| row.expect("a row").into_columns().into_iter().map(|(_, field)| field).collect())
            .collect();
        let text = Field::Str("a,b".to_owned());
        assert_eq!(found[0], [Field::Long(7), Field::Int(1), text, Field::Null, Field::Bool(true)]);
        let gap = Field::Null;
        assert_eq!(found[1], [Field::Long(8), Field::Int(2), gap, Field::Double(0.25), Field::Bool(false)]);
    }

    #[test]
    fn what_is_no_number_is_an_error() {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let from = dir.path().join("log.csv");
        std::fs::write(&from, "game,deal\n1,x\n").expect("written");
        let failure = write(FileEntry::of("games.csv"), &from, &dir.path().join("out.parquet"))
            .expect_err("x is no deal");
        assert!(failure.to_string().ends_with("`x` is no deal"), "{}", failure.to_string());
    }
}
