import { APPEND_ARGUMENTS } from './append-arguments.ts';
import { identifier, literal } from './identifiers.ts';

/**
 * Appends commands: all or nothing each, one outcome each. Called as one statement, which is its own transaction.
 *
 * Why it is right, and what breaks without each step:
 * 1. It is its transaction's first write under READ COMMITTED, and no new generation starts underneath (`begin_append`).
 * 2. Every lock comes before the first write, so the xid is taken under them: they make "read the version, then write"
 *    one step per stream. A batch only tries: a busy command leaves it, and no command waits for a neighbour's rival.
 * 3. to 5. are statements of their own, so each sees what committed before the locks were granted.
 *    Known commands stop first (a retry must never fail by its own success), then versions, then guards: checks only
 *    read, claims change rows and run for survivors only, one per command. So a command that fails wrote nothing.
 * 6. Streams, events and the command's reference are one statement; positions rise with version because the rows are
 *    sorted before `pos` is drawn.
 * 7. Inline writes last. One that raises undoes the whole transaction; the caller then runs every command alone.
 *
 * `finals` is the version each stream will have, or null once its command has left; it keeps joins out of the inserts.
 * Returns a row for each command that was not appended, and one row for all that were: the versions of all streams
 * and the places of all events that were written, in order.
 * The planner settings keep every lookup an index nested loop, whatever the tables held when the plan was made.
 */
export function appendFunction(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.append(${APPEND_ARGUMENTS.map((argument) => argument.join(' ')).join(', ')})
    returns table (ord int, outcome text, versions int[], stream_id uuid, gen smallint, tx text, places bigint[])
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
      finals int[];
      hits int[];
      work jsonb;
      kept jsonb;
      known record;
      i int;
      n int;
    begin
      perform ${s}.begin_append();
      ${locks(schema)}
      ${knownCommands(s)}
      ${expectedVersions(s)}
      ${guardRows(s)}
      if dead <> '{}' then
        ${forgetTheDead()}
      end if;
      ${insertEvents(s)}
      ${inlineWrites(s)}
    end $append$;`;
}

/** Trying needs no order, because nobody waits; waiting does. */
function locks(schema: string): string {
  const key = (kind: string, name: string) => `hashtextextended(${literal(`${schema}:${kind}`)} || ${name}, 0)`;
  return `if single then
        perform case when l.is_shared then pg_advisory_xact_lock_shared(l.key)::text
          else pg_advisory_xact_lock(l.key)::text end
        from (
          select ${key('command:', 'c.id')} as key, false as is_shared from unnest(command_ids) c(id)
          union all
          select ${key('stream:', 't.id')}, false from unnest(stream_ids) t(id)
          union all
          select ${key('', 'h.name')}, true from unnest(shared_names) h(name)
          order by 1, 2 offset 0) l;
      else
        for i in 0..cardinality(command_ids) - 1 loop
          if not pg_try_advisory_xact_lock(${key('command:', 'command_ids[i + 1]')}) then
            ${leaves(`'busy'`)}
          end if;
        end loop;
        for n in 1..cardinality(stream_ids) loop
          if not pg_try_advisory_xact_lock(${key('stream:', 'stream_ids[n]')}) and stream_ords[n] <> all (dead) then
            i := stream_ords[n];
            ${leaves(`'busy'`)}
          end if;
        end loop;
        for n in 1..cardinality(shared_names) loop
          if not pg_try_advisory_xact_lock_shared(${key('', 'shared_names[n]')}) then
            for i in select o.value::int from jsonb_array_elements_text(shared_ofs->(n - 1)) o
              where o.value::int <> all (dead)
            loop
              ${leaves(`'busy'`)}
            end loop;
          end if;
        end loop;
      end if;`;
}

function knownCommands(s: string): string {
  return `if exists (select from ${s}.commands k where k.command_id = any (command_ids)) then
        for known in
          select c.ord, k.stream_id, k.version, e.gen, e.xid::text as tx, e.pos
          from (select c.id, (c.n - 1)::int as ord from unnest(command_ids) with ordinality c(id, n)) c
          join ${s}.commands k on k.command_id = c.id
          left join ${s}.events e on e.stream_id = k.stream_id and e.version = k.version
          where c.ord <> all (dead)
        loop
          i := known.ord; stream_id := known.stream_id; versions := array[known.version];
          gen := known.gen; tx := known.tx; places := array[known.pos];
          ${leaves(`'duplicate'`)}
        end loop;
        stream_id := null; versions := null; gen := null; tx := null; places := null;
      end if;`;
}

function expectedVersions(s: string): string {
  return `select array_agg(coalesce(st.version, 0) + t.size order by t.n),
        array_agg(distinct t.ord) filter (where t.expected >= 0 and coalesce(st.version, 0) <> t.expected)
      into finals, missed
      from unnest(stream_ids, stream_ords, stream_expected, stream_sizes) with ordinality t(id, ord, expected, size, n)
      left join ${s}.streams st on st.stream_id = t.id;
      if missed is not null then
        foreach i in array missed loop
          if i <> all (dead) then
            ${leaves(`'conflict'`)}
          end if;
        end loop;
      end if;`;
}

function guardRows(s: string): string {
  return `for n in 0..jsonb_array_length(guards) - 1 loop
        work := guards->n;
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
  return `select array_agg(case when t.ord <> all (dead) then t.final end order by t.n) into finals
        from unnest(stream_ords, finals) with ordinality t(ord, final, n);
        if cardinality(array_remove(finals, null)) = 0 then
          return;
        end if;`;
}

function insertEvents(s: string): string {
  return `with moved as (
        insert into ${s}.streams as st (stream_id, category, version, closed_at)
        select t.id, t.category, t.final, case when t.closes then clock_timestamp() end
        from unnest(stream_ids, stream_categories, finals, stream_closes) t(id, category, final, closes)
        where t.final is not null
        on conflict (stream_id) do update
          set version = excluded.version, closed_at = coalesce(excluded.closed_at, st.closed_at)
      ), executed as (
        insert into ${s}.commands (command_id, stream_id, version)
        select c.id, stream_ids[c.at], finals[c.at] from unnest(command_ids, command_ats) c(id, at)
        where finals[c.at] is not null
      ), written as (
        insert into ${s}.events as ev
          (gen, stream_id, version, event_id, type, schema_ver, category, tenant_ref, data, meta)
        select (select m.gen from ${s}.log_meta m), stream_ids[e.at], finals[e.at] - e.back, e.id, e.type, e.schema,
          stream_categories[e.at], e.tenant, e.body->0, e.body->1
        from rows from (unnest(event_ats, event_backs, event_ids, event_types, event_schemas, event_tenants),
            jsonb_array_elements(event_bodies)) with ordinality e(at, back, id, type, schema, tenant, body, n)
        where finals[e.at] is not null
        order by e.n
        returning ev.gen, ev.pos
      )
      select max(w.gen), array_agg(w.pos order by w.pos) into gen, places from written w;
      ord := null; outcome := 'appended'; versions := finals; tx := pg_current_xact_id()::text;
      return next;`;
}

function inlineWrites(s: string): string {
  return `for n in 0..jsonb_array_length(writes) - 1 loop
        work := writes->n;
        ${survivors()}
        continue when kept = '[]';
        execute format('select ${s}.%I($1)', work->>'function') using kept;
      end loop;`;
}

/** The rows of a group whose commands are still in. In the usual case, all of them, nothing is copied row by row. */
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
