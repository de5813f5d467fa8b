import { identifier, literal } from './identifiers.ts';

/**
 * What every append begins with: it must be its transaction's first write, under READ COMMITTED. Otherwise a transaction
 * with an early xid could wait for a stream and then write version n+1 below version n in the log's order, and readers
 * would see them swapped. The shared lock keeps a restore's new generation from starting underneath.
 */
export function beginAppendFunction(schema: string): string {
  return `
    create function ${identifier(schema)}.begin_append() returns void language plpgsql as $$
    begin
      if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'append runs under read committed only' using errcode = 'invalid_transaction_state';
      end if;
      if pg_current_xact_id_if_assigned() is not null then
        raise exception 'append is the first write of its transaction' using errcode = 'invalid_transaction_state';
      end if;
      perform pg_advisory_xact_lock_shared(hashtextextended(${literal(`${schema}:gen`)}, 0));
    end $$;`;
}

/**
 * Records events whose versions are known already: for a function of a service that keeps the head of its streams in a row
 * of its own, which it has moved under that row's guard. It calls `begin_append` first. Streams in `left_out` are passed
 * over. Positions rise in the order of the events. They occurred `at` the instant that the service writes to its rows as
 * well.
 */
export function recordEventsFunction(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.record_events(new_events ${s}.events[], left_out uuid[], at timestamptz)
      returns void language plpgsql as $$
    begin
      insert into ${s}.events
          (gen, stream_id, version, event_id, type, schema_ver, category, tenant_ref, data, meta, occurred_at)
        select (select m.gen from ${s}.log_meta m), e.stream_id, e.version, e.event_id, e.type, e.schema_ver, e.category,
          e.tenant_ref, e.data, e.meta, at
        from unnest(new_events) e where e.stream_id <> all (left_out);
    end $$;`;
}
