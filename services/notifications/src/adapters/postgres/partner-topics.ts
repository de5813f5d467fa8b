import { queryOn } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import { asLeader } from '@onceover/postgres-kit/leader';
import type { KeptEvent } from '@onceover/schema/events/cloud-event';
import { operatorAppend } from '@onceover/schema/events/operators';
import { partnerTopic } from '@onceover/schema/events/partner-topics';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { TopicPlaces } from '../../use-cases/partner/fill-topics.ts';

const LIST = {
  name: 'list topics of partners',
  text: `
    select t.partner_ref as "partnerRef", t.published < p.position as "isBehind"
    from notifications.partner_topic t join notifications.partner p using (partner_ref)
    where not p.suspended`,
};

/** Its own events alone: whether an account is the support desk is decided when it asks, and a topic is asked by nobody. */
const READ = {
  name: 'read events for a topic',
  text: `
    select p.position::float8 as head, p.cut::float8, t.published::float8,
      e.position::float8, e.event_id as "eventId", e.tenant_ref as "tenantRef", e.log, e.type, e.subject, e.at, e.data
    from notifications.partner_topic t join notifications.partner p using (partner_ref)
    left join lateral (
      select f.* from notifications.partner_event f
        where f.partner_ref = t.partner_ref and f.position > t.published and f.position <= p.position
          and f.tenant_ref = t.partner_ref and (t.types is null or f.type = any (t.types))
        order by f.position limit $2
    ) e on true
    where t.partner_ref = $1 and not p.suspended
    order by e.position`,
};

interface Row extends Omit<KeptEvent, 'position'> {
  readonly head: number;
  readonly cut: number;
  readonly published: number;
  /** Null: there is none. */
  readonly position: number | null;
}

const MOVE = {
  name: 'move a topic of a partner',
  text: `
    update notifications.partner_topic t set published = $3 where t.partner_ref = $1 and t.published = $2 returning 1`,
};

/** The position before the oldest event that a topic holds, of a partner `p`; $2: for so many days. */
const BEGINNING = `(
  select coalesce(min(e.position) - 1, p.position) from notifications.partner_event e
    where e.partner_ref = p.partner_ref and e.at > clock_timestamp() - make_interval(days => $2))`;

const START_AGAIN = `
  update notifications.partner_topic t set published = least(t.published, ${BEGINNING})
    from notifications.partner p where p.partner_ref = t.partner_ref and t.partner_ref = $1`;

const LAG = `
  select coalesce(sum(p.position - t.published), 0)::float8 as events,
    greatest(coalesce(extract(epoch from clock_timestamp() - min(e.at)), 0), 0)::float8 as seconds
  from notifications.partner_topic t join notifications.partner p using (partner_ref)
  left join lateral (
    select f.at from notifications.partner_event f
      where f.partner_ref = t.partner_ref and f.position > t.published order by f.position limit 1
  ) e on true
  where t.published < p.position and not p.suspended`;

/** Works with the role of whoever fills the topics. */
export function createPostgresTopicPlaces(pool: pg.Pool): TopicPlaces {
  return {
    list: () => queryRows(pool, LIST),
    async alone(partnerRef, work) {
      await asLeader(pool, `notifications:partner-topic:${partnerRef}`, work);
    },
    async read(partnerRef, most) {
      const rows = await queryRows<Row>(pool, READ, [partnerRef, most]);
      const [first] = rows;
      if (first === undefined) return null;
      const { head, cut, published } = first;
      const events = rows.flatMap(eventOf);
      const upTo = events.length === most ? (events.at(-1)?.position ?? head) : head;
      return { published, lost: published < cut ? cut : null, events, upTo };
    },
    move: async (partnerRef, from, to) => (await queryRow(pool, MOVE, [partnerRef, from, to])) !== null,
    async startAgain(partnerRef, topicDays) {
      await queryRows(pool, { text: START_AGAIN }, [partnerRef, topicDays]);
    },
    async lag() {
      const lag = await queryRow<{ events: number; seconds: number }>(pool, { text: LAG });
      return lag ?? { events: 0, seconds: 0 };
    },
  };
}

function eventOf({ head: _head, cut: _cut, published: _published, position, ...event }: Row): readonly KeptEvent[] {
  return position === null ? [] : [{ position, ...event }];
}

/** A partner with a topic, for whoever looks after them. */
export interface ListedTopic {
  readonly partnerRef: string;
  /** As in the catalogue; null: all. */
  readonly types: readonly string[] | null;
  readonly made: Date;
  /** Of the newest event, and of the newest that is on the topic. */
  readonly position: number;
  readonly published: number;
  /** Its account is disabled: nothing is put on the topic. */
  readonly isSuspended: boolean;
}

export const listTopics = (pool: pg.Pool): Promise<readonly ListedTopic[]> =>
  queryRows<ListedTopic>(pool, {
    text: `
      select t.partner_ref as "partnerRef", t.types, t.made, p.position::float8, t.published::float8, p.suspended as "isSuspended"
      from notifications.partner_topic t join notifications.partner p using (partner_ref) order by t.made, t.partner_ref`,
  });

/** Who can read a topic at the brokers that it has no longer, and since when. */
export interface LeftAccess {
  readonly partnerRef: string;
  readonly given: Date;
}

export const listLeftAccess = (pool: pg.Pool): Promise<readonly LeftAccess[]> =>
  queryRows<LeftAccess>(pool, {
    text: `
      select a.partner_ref as "partnerRef", a.given from notifications.partner_access a
      where not exists (select from notifications.partner_topic t where t.partner_ref = a.partner_ref)
      order by a.given, a.partner_ref`,
  });

type OperatorParts = Pick<Foundation, 'events'>;

/** An account that was no partner is one from now on; of one that was, the topic begins with what it would still hold. */
const ADD = `
  with partner as (
    insert into notifications.partner (partner_ref, since, asked_on) values ($1, clock_timestamp(), current_date)
      on conflict (partner_ref) do update set asked_on = excluded.asked_on
      returning partner_ref, position
  ), tenant as (
    insert into notifications.partner_tenant (tenant_ref, partner_ref) select $1, partner_ref from partner on conflict do nothing
  )
  insert into notifications.partner_topic (partner_ref, types, published) select p.partner_ref, $3, ${BEGINNING} from partner p
    on conflict do nothing returning 1`;

/** Gives a partner a topic, and records that an operator did; false, and nothing done, where it has one. `types`: as in the catalogue. */
export const addTopic = (parts: OperatorParts, partnerRef: string, types: readonly string[] | null) =>
  asOperator(parts, partnerRef, 'partner_topic_added', async (tx) => {
    const { rowCount } = await queryOn(tx, ADD, [partnerRef, partnerTopic.topicDays, types]);
    return rowCount !== 0;
  });

/** Takes it away again: nothing more is put on it. False, and nothing done, where there is none. */
export const removeTopic = (parts: OperatorParts, partnerRef: string) =>
  asOperator(parts, partnerRef, 'partner_topic_removed', async (tx) => {
    const { rowCount } = await queryOn(tx, 'delete from notifications.partner_topic where partner_ref = $1', [
      partnerRef,
    ]);
    return rowCount !== 0;
  });

const GIVE = `
  insert into notifications.partner_access as a (partner_ref)
    select t.partner_ref from notifications.partner_topic t where t.partner_ref = $1
    on conflict (partner_ref) do update set given = a.given returning 1`;

/** Records what an operator is about to do at the brokers; false, and nothing recorded, where it is given to a partner without a topic. */
export const noteAccess = (parts: OperatorParts, partnerRef: string, what: 'given' | 'taken') =>
  asOperator(parts, partnerRef, `partner_access_${what}`, async (tx) => {
    return what === 'taken' || (await queryOn(tx, GIVE, [partnerRef])).rowCount !== 0;
  });

/** Forgets what was given, once it has been taken at the brokers. */
export const forgetAccess = async (pool: pg.Pool, partnerRef: string): Promise<void> => {
  await queryRows(pool, { text: 'delete from notifications.partner_access a where a.partner_ref = $1' }, [partnerRef]);
};

/** What is done and its record are one commit; neither is there where the work finds nothing to do. */
async function asOperator(
  { events }: OperatorParts,
  partnerRef: string,
  action: string,
  work: (tx: Knex.Transaction) => Promise<boolean>,
): Promise<boolean> {
  const commandId = newId();
  const meta = { correlationId: `operator:${commandId}`, actor: { kind: 'system' } as const, ...ownOrigin('cli') };
  const data = {
    operatorRef: null,
    action,
    targetKind: 'partner',
    targetRef: partnerRef,
    reasonCode: 'command-line',
  };
  const done = events.transact({ commandId, tenantRef: operatorTenant, meta }, async ({ append, tx }) => {
    await append(operatorAppend(newId(), data));
    if (!(await work(tx))) throw new NothingToDo();
    return true;
  });
  return (await done.catch(ignoring(NothingToDo))) ?? false;
}

/** Rolls back what was begun. */
class NothingToDo extends Error {}
