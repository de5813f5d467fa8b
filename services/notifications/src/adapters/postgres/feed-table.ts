import type { HandlerContext } from '@onceover/event-bus';
import { queryOn, type RecordedEvent } from '@onceover/event-store';
import type { Knex } from 'knex';
import {
  type FeedItem,
  type FeedKnowledge,
  feedItemsOf,
  partSaidBy,
  type SecretPart,
  secretOf,
} from '../../use-cases/feed/feed-item.ts';
import { notesKeptDays } from './feed-retention.ts';

/** Where the tables are: the service's schema, or the one in which they are made anew. */
const HOME = 'notifications';

/** Statements on the tables in a schema. Rows travel as a JSON document: the text is the same however many there are. */
const statementsIn = (schema: string) => ({
  note: `insert into ${schema}.account_feed_secrets (secret_ref, part, at)
    select r.secret_ref, r.part, r.at from jsonb_to_recordset($1::jsonb) r (secret_ref uuid, part text, at timestamptz)
    on conflict do nothing`,
  findParts: `select s.secret_ref as "secretRef", s.part from ${schema}.account_feed_secrets s
    where s.secret_ref = any ($1::uuid[])`,
  noteErased: `insert into ${schema}.account_feed_erased (account_ref)
    select e from unnest($1::uuid[]) e on conflict do nothing`,
  forget: ['account_feed', 'account_feed_heads'].map(
    (table) => `delete from ${schema}.${table} f where f.account_ref = any ($1::uuid[])`,
  ),
  add: `
    with item as (
      select r.account_ref, r.event_id, r.kind, r.secret_ref, r.at, r.place,
          row_number() over (partition by r.account_ref order by r.place) as nth
        from jsonb_to_recordset($2::jsonb)
          r (account_ref uuid, event_id uuid, kind text, secret_ref uuid, at timestamptz, place int)
        where not exists (select from ${schema}.account_feed_erased e where e.account_ref = r.account_ref)
    ), head as (
      insert into ${schema}.account_feed_heads as h (account_ref, log, seq, written)
        select i.account_ref, $1, count(*), clock_timestamp() from item i group by i.account_ref order by i.account_ref
        on conflict (account_ref, log) do update set seq = h.seq + excluded.seq, written = excluded.written
        returning account_ref, seq
    )
    insert into ${schema}.account_feed (account_ref, log, seq, event_id, kind, secret_ref, at)
      select i.account_ref, $1, h.seq - count(*) over (partition by i.account_ref) + i.nth, i.event_id, i.kind,
          i.secret_ref, i.at
        from item i join head h using (account_ref)`,
});

/** Held until the commit, shared by those who write and alone by who erases: nobody writes what was erased meanwhile. */
const HOLD = `
  select pg_advisory_xact_lock_shared(hashtextextended('notifications:feed:' || a, 0))
  from (select distinct a from unnest($1::text[]) a order by a) accounts`;
const HOLD_ALONE = HOLD.replace('_shared', '');

/**
 * The numbers of what was made anew are moved so that a numbering ends where it ended: a log may have forgotten how it
 * began. What was cut stays cut.
 */
const replaceFrom = (schema: string): readonly string[] => [
  `delete from notifications.account_feed`,
  `with moved as (
      insert into notifications.account_feed_heads as h (account_ref, log, seq, written)
        select m.account_ref, m.log, m.seq, m.written from ${schema}.account_feed_heads m
        on conflict (account_ref, log) do update set seq = greatest(h.seq, excluded.seq)
        returning account_ref, log, seq, cut
    )
    insert into notifications.account_feed (account_ref, log, seq, event_id, kind, secret_ref, at)
      select f.account_ref, f.log, f.seq + d.seq - m.seq, f.event_id, f.kind, f.secret_ref, f.at
        from ${schema}.account_feed f join ${schema}.account_feed_heads m using (account_ref, log)
          join moved d using (account_ref, log)
        where f.seq + d.seq - m.seq > d.cut`,
  `insert into notifications.account_feed_erased select e.* from ${schema}.account_feed_erased e on conflict do nothing`,
  `insert into notifications.account_feed_secrets select s.* from ${schema}.account_feed_secrets s
     where s.at > clock_timestamp() - interval '${notesKeptDays} days' on conflict do nothing`,
];

/** The tables of the feed; `changed` hears of each account whose feed has grown. */
export const feedTables = {
  names: ['account_feed', 'account_feed_heads', 'account_feed_secrets', 'account_feed_erased'],
  async add({ tx, changed }: HandlerContext, events: readonly RecordedEvent[]) {
    const accounts = events.map(({ tenantRef }) => tenantRef);
    await queryOn(tx, events.some(isErasure) ? HOLD_ALONE : HOLD, [accounts]);
    const grown = await addIn(HOME, tx, events);
    grown.forEach(changed);
  },
  addIn,
  async replace(schema: string, tx: Knex.Transaction) {
    for (const text of replaceFrom(schema)) await queryOn(tx, text);
  },
};

/** Returns the accounts whose feeds have grown. */
async function addIn(
  schema: string,
  tx: Knex.Transaction,
  events: readonly RecordedEvent[],
): Promise<ReadonlySet<string>> {
  const statements = statementsIn(schema);
  const erased = events.filter(isErasure).map(({ data }) => data.accountRef);
  if (erased.length > 0) {
    await queryOn(tx, statements.noteErased, [erased]);
    for (const text of statements.forget) await queryOn(tx, text, [erased]);
  }
  const notes = events.flatMap(noteOf);
  if (notes.length > 0) await queryOn(tx, statements.note, [JSON.stringify(notes)]);
  const known = await knowledgeOf(statements.findParts, tx, events);
  const items = events.flatMap((event) => feedItemsOf(event, known));
  const [{ source } = { source: '' }] = events;
  if (items.length > 0) await queryOn(tx, statements.add, [source, JSON.stringify(items.map(rowOf))]);
  return new Set(items.map(({ accountRef }) => accountRef));
}

function isErasure({ type }: RecordedEvent): boolean {
  return type === 'account.erased';
}

function noteOf(event: RecordedEvent) {
  const part = partSaidBy(event);
  return part === null ? [] : [{ secret_ref: secretOf(event), part, at: event.occurredAt.toISOString() }];
}

async function knowledgeOf(
  findParts: string,
  tx: Knex.Transaction,
  events: readonly RecordedEvent[],
): Promise<FeedKnowledge> {
  const secrets = [...new Set(events.map(secretOf).filter((id) => id !== null))];
  if (secrets.length === 0) return new Map();
  const { rows } = await queryOn<{ secretRef: string; part: SecretPart }>(tx, findParts, [secrets]);
  return new Map(rows.map(({ secretRef, part }) => [secretRef, part]));
}

function rowOf({ accountRef, eventId, kind, secretRef, at }: FeedItem, place: number) {
  return { account_ref: accountRef, event_id: eventId, kind, secret_ref: secretRef, at, place };
}
