import { identifier, literal } from './identifiers.ts';

/**
 * Appends commands: all or nothing each, one outcome each. Called as one statement, which is its own transaction.
 *
 * Why it is right, and what breaks without each step:
 * 1. It is its transaction's first write under READ COMMITTED. Otherwise a transaction with an early xid could wait for
 *    a stream and then write version n+1 below version n in the log's order, and readers would see them swapped.
 * 2. Every lock comes before the first write, so the xid is taken under them. The shared gen lock keeps a restore's
 *    new generation from starting underneath; the others make "read the version, then write" one step per stream.
 *    A batch only tries: whoever is busy leaves, and nobody waits for a neighbour's rival.
 * 3. to 5. are statements of their own, so each sees what committed before the locks were granted.
 *    Known commands stop first (a retry must never fail by its own success), then versions, then guards: checks only
 *    read, claims change rows and run for survivors only, one per command. So a command that fails wrote nothing.
 * 6. Streams, events and the command's reference are one statement; positions rise with version because the rows are
 *    sorted before `pos` is drawn.
 * 7. Inline writes last. One that raises undoes the whole transaction; the caller then runs every member alone.
 *
 * The argument is flat (see `encode-batch.ts`): `ord` counts commands from 0, `at` counts streams from 1. `finals` is
 * the version each stream will have, null once its command has left; that array is what keeps joins out of the inserts.
 * The planner settings keep every lookup an index nested loop, whatever the tables held when the plan was made.
 */
export function appendFunction(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.append(commands jsonb, single boolean)
    returns table (ord int, outcome text, versions int[], stream_id uuid, gen smallint, tx text, pos bigint)
    language plpgsql
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off
    set enable_hashjoin = off
    set enable_mergejoin = off
    as $append$
    #variable_conflict use_column
    declare
      dead int[] := '{}';
      missed int[];
      ids uuid[];
      finals int[];
      places bigint[];
      log_gen smallint;
      hits int[];
      work jsonb;
      kept jsonb;
      known record;
      i int;
    begin
      ${firstWrite()}
      perform pg_advisory_xact_lock_shared(hashtextextended(${literal(`${schema}:gen`)}, 0));
      ${locks(schema)}
      ${knownCommands(s)}
      ${expectedVersions(s)}
      ${guards(s)}
      if dead <> '{}' then
        ${forgetTheDead()}
      end if;
      ${insertEvents(s)}
      ${inlineWrites(s)}
    end $append$;`;
}

function firstWrite(): string {
  return `if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'append runs under read committed only' using errcode = 'invalid_transaction_state';
      end if;
      if pg_current_xact_id_if_assigned() is not null then
        raise exception 'append is the first write of its transaction' using errcode = 'invalid_transaction_state';
      end if;`;
}

/** A lock's `of` names the commands that want it. */
function locks(schema: string): string {
  const sorted = `
          select l.of, l.shared, hashtextextended(${literal(`${schema}:`)} || l.name, 0) as key
          from jsonb_to_recordset(commands->'locks') as l(of jsonb, name text, shared boolean)
          order by 3, 2 offset 0`;
  return `if single then
        perform case when t.shared then pg_advisory_xact_lock_shared(t.key)::text else pg_advisory_xact_lock(t.key)::text end
        from (${sorted}) t;
      else
        for i in
          select distinct o.value::int from (
            select t.of, case when t.shared then pg_try_advisory_xact_lock_shared(t.key)
              else pg_try_advisory_xact_lock(t.key) end as is_free
            from (${sorted}) t offset 0) t
          cross join lateral jsonb_array_elements_text(t.of) o
          where not t.is_free
        loop
          ${leaves(`'busy'`)}
        end loop;
      end if;`;
}

function knownCommands(s: string): string {
  return `for known in
        select (c.n - 1)::int as ord, k.stream_id, k.version
        from rows from (jsonb_to_recordset(commands->'commands') as (id uuid)) with ordinality c(id, n)
        join ${s}.commands k on k.command_id = c.id
        where (c.n - 1)::int <> all (dead)
      loop
        select e.gen, e.xid::text, e.pos into gen, tx, pos
        from ${s}.events e where e.stream_id = known.stream_id and e.version = known.version;
        i := known.ord; stream_id := known.stream_id; versions := array[known.version];
        ${leaves(`'duplicate'`)}
        stream_id := null; versions := null; gen := null; tx := null; pos := null;
      end loop;`;
}

function expectedVersions(s: string): string {
  return `select array_agg(t.id order by t.n), array_agg(coalesce(st.version, 0) + t.size order by t.n),
        array_agg(distinct t.ord) filter (where t.expected >= 0 and coalesce(st.version, 0) <> t.expected)
      into ids, finals, missed
      from rows from (jsonb_to_recordset(commands->'streams') as (ord int, id uuid, expected int, size int))
        with ordinality t(ord, id, expected, size, n)
      left join ${s}.streams st on st.stream_id = t.id;
      if missed is not null then
        foreach i in array missed loop
          if i <> all (dead) then
            ${leaves(`'conflict'`)}
          end if;
        end loop;
      end if;`;
}

function guards(s: string): string {
  return `for work in select g.value from jsonb_array_elements(commands->'guards') g loop
        ${survivors()}
        continue when kept = '[]';
        execute format('select array_agg(f) from ${s}.%I($1) f', work->>'function') into hits using kept;
        continue when cardinality(hits) = jsonb_array_length(kept);
        for i in
          select distinct o.value::int
          from jsonb_array_elements_text(work->'of') with ordinality o(value, n)
          where o.value::int <> all (dead) and (o.n - 1)::int <> all (coalesce(hits, '{}'))
        loop
          ${leaves(`work->>'miss'`)}
        end loop;
      end loop;`;
}

function forgetTheDead(): string {
  return `select array_agg(case when t.ord <> all (dead) then finals[t.n] end order by t.n) into finals
        from rows from (jsonb_to_recordset(commands->'streams') as (ord int)) with ordinality t(ord, n);
        if cardinality(array_remove(finals, null)) = 0 then
          return;
        end if;`;
}

function insertEvents(s: string): string {
  return `with moved as (
        insert into ${s}.streams as st (stream_id, category, version, closed_at)
        select ids[t.n], t.category, finals[t.n], case when t.closes then clock_timestamp() end
        from rows from (jsonb_to_recordset(commands->'streams') as (category text, closes boolean))
          with ordinality t(category, closes, n)
        where finals[t.n] is not null
        on conflict (stream_id) do update
          set version = excluded.version, closed_at = coalesce(excluded.closed_at, st.closed_at)
      ), executed as (
        insert into ${s}.commands (command_id, stream_id, version)
        select c.id, ids[c.at], finals[c.at]
        from jsonb_to_recordset(commands->'commands') as c(id uuid, at int)
        where finals[c.at] is not null
      ), written as (
        insert into ${s}.events as ev
          (gen, stream_id, version, event_id, type, schema_ver, category, tenant_ref, data, meta)
        select (select m.gen from ${s}.log_meta m), ids[e.at], finals[e.at] - e.back, e.id, e.type, e.schema,
          e.category, e.tenant, e.data, e.meta
        from rows from (jsonb_to_recordset(commands->'events') as (at int, back int, id uuid, type text,
            schema smallint, category text, tenant uuid, data jsonb, meta jsonb))
          with ordinality e(at, back, id, type, schema, category, tenant, data, meta, n)
        where finals[e.at] is not null
        order by e.n
        returning ev.gen, ev.pos
      )
      select max(w.gen), array_agg(w.pos order by w.pos) into log_gen, places from written w;
      return query
      select (c.n - 1)::int, 'appended', finals[c.at:c.at + c.streams - 1], ids[c.at], log_gen,
        pg_current_xact_id()::text, places[sum(c.size) over (order by c.n)]
      from rows from (jsonb_to_recordset(commands->'commands') as (at int, streams int, size int))
        with ordinality c(at, streams, size, n)
      where finals[c.at] is not null;`;
}

function inlineWrites(s: string): string {
  return `for work in select w.value from jsonb_array_elements(commands->'writes') w loop
        ${survivors()}
        continue when kept = '[]';
        execute format('select ${s}.%I($1)', work->>'function') using kept;
      end loop;`;
}

/** The rows of a group whose commands are still in; the usual case, all of them, copies nothing row by row. */
function survivors(): string {
  return `if dead = '{}' then
          kept := work->'rows';
        else
          kept := coalesce((select jsonb_agg(r.value order by r.n)
            from jsonb_array_elements(work->'rows') with ordinality r(value, n)
            where (work->'of'->>(r.n - 1)::int)::int <> all (dead)), '[]');
        end if;`;
}

function leaves(outcome: string): string {
  return `ord := i; outcome := ${outcome}; return next; dead := dead || i;`;
}
