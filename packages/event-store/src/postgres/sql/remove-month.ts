import { LOG_COVERED } from '../../covering/log-covered.ts';
import { identifier, literal } from './identifiers.ts';

/** What `remove_month` checks: the log's own endings, and whether a month is a partition. */
export interface MonthShape {
  readonly partitioned: boolean;
  /** Event types that end a stream. */
  readonly endings?: readonly string[];
}

/** What may follow `drop function` or `grant execute on function`. */
export function removeMonthSignature(schema: string): string {
  return `${identifier(schema)}.remove_month(date, timestamptz, smallint, text, bigint)`;
}

/**
 * Removes the streams that began in a month, all of them or none: `removed`. Nothing goes while one of them has not ended
 * before a moment (`open`), or while one of their events lies behind the position up to which everybody has read (`unread`).
 * The month is that of the stream's id, a UUIDv7.
 *
 * It checks first and writes last, because a transaction that has written holds up all readers. Dropping a partition
 * needs the whole table for a moment: it waits for that no longer than 200 ms, in which everybody else would wait
 * behind it. The log remembers how far its removed events reached, for `open-log.ts`.
 *
 * It runs as its owner; nobody else can remove an event, and the owner only here (`appendOnlyTrigger`).
 */
export function removeMonthFunction(schema: string, { partitioned, endings = [] }: MonthShape): string {
  const s = identifier(schema);
  const removeEvents = partitioned
    ? `execute format('drop table if exists ${s}.%I', 'events_' || to_char(month, 'YYYY_MM'));`
    : `perform set_config('event_log.removing', ${literal(schema)}, true);
      delete from ${s}.events e where e.stream_id >= low and e.stream_id < high;
      perform set_config('event_log.removing', '', true);`;
  return `
    create function ${s}.remove_month(month date, before timestamptz, read_gen smallint, read_xid text, read_pos bigint)
      returns text language plpgsql security definer
      set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '200ms'
      set enable_seqscan = on set enable_hashjoin = on set plan_cache_mode = force_custom_plan
    as $$
    declare
      low uuid := ${s}.uuid_floor(month::timestamptz);
      high uuid := ${s}.uuid_floor(month::timestamptz + interval '1 month');
      last record;
    begin
      if month::timestamptz + interval '1 month' > before or exists (
        select from ${s}.events e
        where e.stream_id >= low and e.stream_id < high and e.version = 1 and not exists (
          select from ${s}.events t
          where t.stream_id = e.stream_id and t.type = any (array[${[...endings, LOG_COVERED].map(literal).join(', ')}]::text[])
            and t.occurred_at < before))
      then
        return 'open';
      end if;
      with gone as materialized (
        select e.gen, e.xid, e.pos from ${s}.events e where e.stream_id >= low and e.stream_id < high)
      select g.gen, g.xid, g.pos into last from gone g order by g.gen desc, g.xid desc, g.pos desc limit 1;
      if (last.gen, last.xid, last.pos) > (read_gen, read_xid::xid8, read_pos) then
        return 'unread';
      end if;
      update ${s}.log_meta m set removed_gen = last.gen, removed_xid = last.xid
        where last.gen is not null
          and (m.removed_gen is null or (m.removed_gen, m.removed_xid) < (last.gen, last.xid));
      ${removeEvents}
      delete from ${s}.streams st where st.stream_id >= low and st.stream_id < high;
      return 'removed';
    end $$;`;
}
