import {
  type CheckEvents,
  type CommandContext,
  type CommitNews,
  type CommittedEvent,
  newsOf,
  writeMeta,
} from '@onceover/event-store';
import { arrayOf } from '@onceover/postgres-kit/binary-arrays';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { deskTenant } from '@onceover/schema/events/desk-tenant';
import { newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import { openingRefused, refusedOpeningsTold } from '../../../domain/secret/refused-openings.ts';
import type { RefusedOpening, RefusedOpenings } from '../../../use-cases/reveal/refused-openings.ts';
import { contextOf } from '../../../use-cases/secret/command-context.ts';
import { lateAmong, nameOfKey, type UnopenedKey } from './late-tries.ts';
import { type Counted, Noted } from './noted.ts';

/** What was noted waits this long for more of it, then is counted at once. */
const PAUSE_MS = 500;
const BATCH = 100;
const TYPE = 'secret.opening_refused';

const refuseStatement = {
  name: 'refuse openings',
  text: 'select * from secrets.count_refused_openings($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

interface RefusedRow {
  readonly ord: number;
  readonly outcome: 'counted' | 'told' | 'busy';
  readonly is_owned: boolean;
}

/** Of several refusedOpenings, the newest: the event names its request. */
type Tally = Counted<RefusedOpening>;

/** Who is told of commits. None may throw. */
export interface RefusedOpeningListeners {
  readonly check: CheckEvents;
  readonly onCommitted: (news: CommitNews) => void;
  /** What the creator sees of a secret has changed. */
  readonly onCounted: (secretId: string) => void;
  /** What was noted could not be counted; it is tried again. */
  readonly onFailed: (error: unknown) => void;
}

/** Counts of tries in vain in PostgreSQL. Disposing counts what is noted. */
export function createPostgresRefusedOpenings(
  pool: pg.Pool,
  listeners: RefusedOpeningListeners,
): RefusedOpenings & AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const onNoted = () => {
    timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
  };
  const keys = new Noted<UnopenedKey>(nameOfKey, onNoted);
  const tallies = new Noted<RefusedOpening>(({ secret, reason }) => `${secret.secretId} ${reason}`, onNoted);

  const flush = () => {
    clearTimeout(timer);
    flushing = flushing.then(async () => {
      timer = undefined;
      await inBatches(keys, async (batch) => {
        for (const late of await lateAmong(pool, batch)) tallies.add(late);
        return [];
      });
      await inBatches(tallies, (batch) => count(pool, batch, false, listeners));
    });
    return flushing;
  };
  /** What could not be counted now, also because of an outage, stays noted. */
  const inBatches = async <What>(noted: Noted<What>, settle: (batch: Counted<What>[]) => Promise<Counted<What>[]>) => {
    const all = noted.taken();
    for (let from = 0; from < all.length; from += BATCH) {
      const batch = all.slice(from, from + BATCH);
      const left = await settle(batch).catch((error: unknown) => {
        listeners.onFailed(error);
        return batch;
      });
      for (const each of left) noted.add(each);
    }
  };
  return {
    record: async (what) => void (await count(pool, [{ what, count: 1 }], true, listeners)),
    note: (what) => tallies.add({ what, count: 1 }),
    noteUnopened: (lookup, caller) => keys.add({ what: { lookup, caller }, count: 1 }),
    [Symbol.asyncDispose]: flush,
  };
}

/** One statement for all of them; returns those whose secret was busy. */
async function count(
  pool: pg.Pool,
  tallies: readonly Tally[],
  waits: boolean,
  { check, onCommitted, onCounted }: RefusedOpeningListeners,
): Promise<Tally[]> {
  for (const tally of tallies) check({ events: [sampleOf(tally)] }, contextFor(tally).meta);
  const rows = await queryRows<RefusedRow>(pool, refuseStatement, valuesOf(tallies, waits));
  const busy: Tally[] = [];
  const told: CommittedEvent[] = [];
  for (const row of rows) {
    const tally = tallies[row.ord];
    if (tally === undefined) continue;
    if (row.outcome === 'busy') busy.push(tally);
    else onCounted(tally.what.secret.secretId);
    if (row.outcome === 'told') told.push(eventOf(tally, row));
  }
  const news = newsOf('secrets', told);
  if (news !== undefined) onCommitted(news);
  return busy;
}

function eventOf({ what: { secret, reason } }: Tally, { is_owned }: RefusedRow): CommittedEvent {
  const { secretId, binding } = secret;
  const tenantRef = is_owned ? (binding.ownerRef ?? deskTenant) : null;
  return { type: TYPE, streamId: secretId, tenantRef, data: { secretId, reason } };
}

function valuesOf(tallies: readonly Tally[], waits: boolean): unknown[] {
  return [
    waits,
    arrayOf(
      'bytea',
      tallies.map(({ what }) => what.secret.binding.lookup),
    ),
    tallies.map(({ what }) => what.secret.secretId),
    tallies.map(({ what }) => what.reason),
    tallies.map((tally) => tally.count),
    tallies.map(() => newId()),
    tallies.map((tally) => writeMeta(contextFor(tally).meta)),
    refusedOpeningsTold.atCounts,
    refusedOpeningsTold.againSeconds,
  ];
}

function contextFor({ what: { caller, secret } }: Tally): CommandContext {
  return contextOf(caller, secret.binding.ownerRef, null);
}

/** As the function will write it, but for what only the database knows. */
function sampleOf({ what: { secret, reason }, count }: Tally): ReturnType<typeof openingRefused> {
  return openingRefused(secret.secretId, { reason, count, since: new Date(0) });
}
