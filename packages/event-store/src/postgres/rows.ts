import { readMeta, type StoredMeta } from '../commands/stored-meta.ts';
import type { RecordedEvent } from '../types.ts';
import { toPosition } from './position.ts';

/** The columns every reader of the log selects, from `e`. The alias `tx` keeps `order by e.xid` numeric. */
export const EVENT_COLUMNS =
  'e.gen, e.xid::text as tx, e.pos::text as place, e.stream_id, e.version, e.event_id, e.type, e.schema_ver, ' +
  'e.category, e.tenant_ref, e.data, e.meta, e.occurred_at';

export interface EventRow {
  readonly gen: number;
  readonly tx: string;
  readonly place: string;
  readonly stream_id: string;
  readonly version: number;
  readonly event_id: string;
  readonly type: string;
  readonly schema_ver: number;
  readonly category: string;
  readonly tenant_ref: string | null;
  readonly data: RecordedEvent['data'];
  readonly meta: StoredMeta;
  readonly occurred_at: Date;
}

/** The row of a statement that always finds one. */
export function onlyRow<Row>({ rows: [row] }: { readonly rows: readonly Row[] }): Row {
  if (row === undefined) throw new TypeError('the statement found no row');
  return row;
}

export function toRecordedEvent(row: EventRow, source: string): RecordedEvent {
  return {
    id: row.event_id,
    type: row.type,
    schemaVersion: row.schema_ver,
    streamId: row.stream_id,
    version: row.version,
    category: row.category,
    tenantRef: row.tenant_ref,
    occurredAt: row.occurred_at,
    data: row.data,
    meta: readMeta(row.meta),
    source,
    position: toPosition({ gen: row.gen, xid: row.tx, pos: row.place }),
  };
}
