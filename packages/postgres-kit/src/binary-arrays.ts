import type pg from 'pg';
import { queryRows } from './database-failure.ts';

/** A value of an array's element or of a row's column; null where SQL has null. */
export type BinaryValue = string | number | boolean | Date | Buffer | null;

/** How PostgreSQL's binary format has a type. */
interface BinaryType {
  /** `pg_type.oid`; fixed for the types of PostgreSQL itself. */
  readonly oid: number;
  /** Appends the value without its length. */
  write(into: ByteWriter, value: never): void;
}

function binaryType<Value extends BinaryValue>(
  oid: number,
  write: (into: ByteWriter, value: Value) => void,
): BinaryType & { write(into: ByteWriter, value: Value): void } {
  return { oid, write };
}

const TEXT_FORMAT_VERSION = 1;

/** The types that we send, by their names in SQL. JSON goes as its text. */
const TYPES = {
  bool: binaryType<boolean>(16, (into, value) => into.int8(value ? 1 : 0)),
  bytea: binaryType<Buffer>(17, (into, value) => into.bytes(value)),
  int2: binaryType<number>(21, (into, value) => into.int16(whole(value))),
  int4: binaryType<number>(23, (into, value) => into.int32(whole(value))),
  text: binaryType<string>(25, (into, value) => into.text(value)),
  timestamptz: binaryType<Date>(1184, (into, value) => into.microseconds(whole(value.getTime()) - POSTGRES_EPOCH_MS)),
  uuid: binaryType<string>(2950, (into, value) => into.uuid(value)),
  jsonb: binaryType<string>(3802, (into, value) => {
    into.int8(TEXT_FORMAT_VERSION);
    into.text(value);
  }),
} as const;

/** PostgreSQL counts from 2000. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

/** A Buffer would take what is no number for 0, and cut a fraction off. */
function whole(value: number): number {
  if (!Number.isInteger(value)) throw new TypeError('not a whole number');
  return value;
}

const NULL_LENGTH = -1;

/**
 * An argument `<type>[]` in PostgreSQL's binary format: nothing is quoted and nothing is parsed.
 *
 * Shape    the driver sends a Buffer as a binary argument; nulls are allowed
 * Source   PostgreSQL's array_recv
 */
export function arrayOf<Name extends keyof typeof TYPES>(
  name: Name,
  values: readonly (Parameters<(typeof TYPES)[Name]['write']>[1] | null)[],
): Buffer {
  const type: BinaryType = TYPES[name];
  const into = new ByteWriter(HEADER_BYTES + values.length * USUAL_VALUE_BYTES);
  writeArrayHeader(into, type.oid, values.length);
  for (const value of values) writeValue(into, type, value);
  return into.take();
}

/** Rows of a table as one argument `<table>[]`; columns that a row does not name are null. */
export interface RowType {
  /** Refuses (`TypeError`) a row with a column that the table does not have. */
  arrayOf(rows: readonly Readonly<Record<string, BinaryValue>>[]): Buffer;
}

interface Column {
  readonly name: string;
  readonly oid: number;
  /** Undefined for a type that we do not send; such a column stays null. */
  readonly type: BinaryType | undefined;
}

interface ColumnRow {
  readonly row_type: number;
  readonly name: string;
  readonly type: number;
}

const columnsStatement = {
  text: `
    select c.reltype::int as row_type, a.attname as name, a.atttypid::int as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.oid = $1::regclass
    order by a.attnum`,
};

/** Reads which columns a table has now, so that its rows can be sent as an array of its row type. */
export async function openRowType(pool: pg.Pool, table: string): Promise<RowType> {
  const found = await queryRows<ColumnRow>(pool, columnsStatement, [table]);
  const rowType = found[0]?.row_type;
  if (rowType === undefined) throw new TypeError(`there is no table ${table}`);
  const types = new Map<number, BinaryType>(Object.values(TYPES).map((type) => [type.oid, type]));
  const columns = found.map(({ name, type }) => ({ name, oid: type, type: types.get(type) }));
  const known = new Set(columns.filter(({ type }) => type !== undefined).map(({ name }) => name));
  return {
    arrayOf(rows) {
      const into = new ByteWriter(HEADER_BYTES + rows.length * columns.length * USUAL_VALUE_BYTES);
      writeArrayHeader(into, rowType, rows.length);
      for (const row of rows) writeRow(into, columns, row, known);
      return into.take();
    },
  };
}

function writeArrayHeader(into: ByteWriter, elementType: number, count: number): void {
  into.int32(count === 0 ? 0 : 1); // dimensions
  into.int32(1); // may hold nulls
  into.int32(elementType);
  if (count === 0) return;
  into.int32(count);
  into.int32(1); // first index
}

function writeRow(
  into: ByteWriter,
  columns: readonly Column[],
  row: Readonly<Record<string, BinaryValue>>,
  known: ReadonlySet<string>,
): void {
  for (const name in row) if (!known.has(name)) throw new TypeError(`the table has no column ${name} that can be sent`);
  const lengthAt = into.reserveLength();
  into.int32(columns.length);
  for (const { name, oid, type } of columns) {
    into.int32(oid);
    const value = row[name] ?? null;
    if (value === null || type === undefined) into.int32(NULL_LENGTH);
    else writeValue(into, type, value);
  }
  into.writeLength(lengthAt);
}

function writeValue(into: ByteWriter, type: BinaryType, value: BinaryValue): void {
  if (value === null) {
    into.int32(NULL_LENGTH);
    return;
  }
  const lengthAt = into.reserveLength();
  type.write(into, value as never);
  into.writeLength(lengthAt);
}

const HEADER_BYTES = 20;
/**
 * With its length and type. Of a batch of one a statement has a dozen arrays, so room that nobody needs would soon be
 * megabytes.
 */
const USUAL_VALUE_BYTES = 32;
const LENGTH_BYTES = 4;
const INT32_SPAN = 2 ** 32;
const MOST_UTF8_BYTES = 3;

/** Bytes in network order, growing as they come. */
class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(usualSize: number) {
    this.#bytes = Buffer.allocUnsafe(usualSize);
  }

  int8(value: number): void {
    const at = this.#claim(1);
    this.#bytes.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#claim(2);
    this.#bytes.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#claim(LENGTH_BYTES);
    this.#bytes.writeInt32BE(value, at);
  }

  /** Whole milliseconds as 64-bit microseconds; exact for 2000 years. */
  microseconds(milliseconds: number): void {
    const microseconds = milliseconds * 1000;
    const high = Math.floor(microseconds / INT32_SPAN);
    this.int32(high);
    this.int32((microseconds - high * INT32_SPAN) | 0);
  }

  bytes(value: Buffer): void {
    const at = this.#claim(value.length);
    value.copy(this.#bytes, at);
  }

  text(value: string): void {
    const at = this.#claim(value.length * MOST_UTF8_BYTES);
    this.#length = at + this.#bytes.write(value, at, 'utf8');
  }

  /** 32 hexadecimal digits with hyphens between them. */
  uuid(value: string): void {
    const at = this.#claim(16);
    const written = this.#bytes.write(value.replaceAll('-', ''), at, 'hex');
    if (written !== 16) throw new TypeError('a UUID has 32 hexadecimal digits');
  }

  /** Room for the length of what follows. */
  reserveLength(): number {
    return this.#claim(LENGTH_BYTES);
  }

  writeLength(at: number): void {
    this.#bytes.writeInt32BE(this.#length - at - LENGTH_BYTES, at);
  }

  take(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #claim(count: number): number {
    const at = this.#length;
    const length = at + count;
    if (length > this.#bytes.length) this.#grow(length);
    this.#length = length;
    return at;
  }

  #grow(least: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(least, 2 * this.#bytes.length));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }
}
