import { identifier, literal } from './identifiers.ts';

/** The smallest UUIDv7 of an instant: its first 48 bits are milliseconds. */
export function uuidFloorFunction(schema: string): string {
  return `
    create function ${identifier(schema)}.uuid_floor(instant timestamptz) returns uuid
    language sql immutable strict parallel safe as $$
      select (rpad(lpad(to_hex((extract(epoch from instant) * 1000)::bigint), 12, '0'), 32, '0'))::uuid
    $$;`;
}

/**
 * Creates the monthly partitions from last month to three months ahead; returns how many were missing.
 * Runs as its owner, so that the application role need not own the log.
 */
export function ensurePartitionsFunction(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.ensure_event_partitions(around timestamptz default clock_timestamp()) returns int
    language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
    declare
      month_at timestamptz;
      partition_name text;
      made int := 0;
    begin
      perform pg_advisory_xact_lock(hashtextextended(${literal(`${schema}:partitions`)}, 0));
      for ahead in -1..3 loop
        month_at := date_trunc('month', around) + make_interval(months => ahead);
        partition_name := 'events_' || to_char(month_at, 'YYYY_MM');
        if to_regclass(format('%I.%I', ${literal(schema)}, partition_name)) is null then
          execute format('create table ${s}.%I partition of ${s}.events for values from (%L) to (%L)', partition_name,
            ${s}.uuid_floor(month_at), ${s}.uuid_floor(month_at + interval '1 month'));
          made := made + 1;
        end if;
      end loop;
      return made;
    end $$;`;
}
