import { LOG_COVERED } from '../../covering/log-covered.ts';
import { identifier, literal } from './identifiers.ts';

const ARGUMENTS = [
  'new_stream uuid',
  'new_event uuid',
  'new_schema smallint',
  'new_category text',
  'new_data jsonb',
  'new_meta jsonb',
  'after_position text',
  'to_position text',
  'new_number bigint',
];

/** The checkpoint that says how far a log is covered. Its epoch is the number of the last block. */
export const COVERED_PLACE = { consumer: LOG_COVERED, owner: 'log' } as const;

/** What may follow `drop function` or `grant execute on function`. */
export function coverSignature(schema: string): string {
  return `${identifier(schema)}.cover_log(${ARGUMENTS.map((argument) => argument.split(' ')[1]).join(', ')})`;
}

/**
 * Appends `log.covered` and moves the log's covered position with it, both or neither. False, and nothing is written, if
 * another process has moved it meanwhile. Called as one statement, which is its own transaction.
 *
 * Why it is right: whoever updates the checkpoint's row first has this number. Who waited for the row finds another number and
 * writes nothing, so an early xid that waited leaves no event behind. The event is its stream's only one; the stream has a
 * row where retention finds its month by it.
 */
export function coverFunction(schema: string, partitioned: boolean): string {
  const s = identifier(schema);
  const addStream = `insert into ${s}.streams (stream_id, category, version, closed_at)
        values (new_stream, new_category, 1, clock_timestamp());`;
  return `
    create function ${s}.cover_log(${ARGUMENTS.join(', ')}) returns boolean language plpgsql
    as $$
    begin
      perform ${s}.begin_append();
      update ${s}.checkpoints c set position = to_position, epoch = new_number, updated_at = clock_timestamp()
        where c.consumer = ${literal(COVERED_PLACE.consumer)} and c.source = ${literal(schema)} and c.shard = 0
          and c.position = after_position and c.epoch = new_number - 1;
      if not found then
        return false;
      end if;
      ${partitioned ? '' : addStream}
      insert into ${s}.events (gen, stream_id, version, event_id, type, schema_ver, category, data, meta)
        select m.gen, new_stream, 1, new_event, ${literal(LOG_COVERED)}, new_schema, new_category, new_data, new_meta
        from ${s}.log_meta m;
      return true;
    end $$;`;
}
