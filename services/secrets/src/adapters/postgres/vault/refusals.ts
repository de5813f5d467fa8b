import { type CheckEvents, type CommandContext, type CommitNews, writeMeta } from '@onceover/event-store';
import { arrayOf } from '@onceover/postgres-kit/binary-arrays';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import { newId } from '@onceover/service-kit/ids';
import type pg from 'pg';
import { openingRefused, refusalsTold } from '../../../domain/secret/refused-openings.ts';
import type { Refusals, RefusedOpening } from '../../../use-cases/reveal/refused-openings.ts';
import { contextOf } from '../../../use-cases/secret/command-context.ts';

/** What was noted waits this long for more of it, then is counted at once. */
const PAUSE_MS = 500;
/** Above so many secrets and reasons at once, what is noted of others is lost: a flood must not fill the memory. */
const MAX_NOTED = 10_000;
const BATCH = 100;
const TYPE = 'secret.opening_refused';

const refuseStatement = {
  name: 'refuse openings',
  text: 'select * from secrets.refuse_openings($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};

interface RefusedRow {
  readonly ord: number;
  readonly outcome: 'counted' | 'told' | 'busy';
  readonly is_owned: boolean;
}

interface Tally {
  /** The newest of them: whose request the event names. */
  readonly refused: RefusedOpening;
  readonly count: number;
}

/** Who is told of commits. None may throw. */
export interface RefusalListeners {
  readonly check: CheckEvents;
  readonly onCommitted: (news: CommitNews) => void;
  /** What the creator sees of a secret has changed. */
  readonly onCounted: (secretId: string) => void;
  /** What was noted could not be counted; it is tried again. */
  readonly onFailed: (error: unknown) => void;
}

/** Counts of tries in vain in PostgreSQL. Disposing counts what is noted. */
export function createPostgresRefusals(pool: pg.Pool, listeners: RefusalListeners): Refusals & AsyncDisposable {
  let noted = new Map<string, Tally>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  const add = ({ refused, count }: Tally) => {
    const key = `${refused.secret.secretId} ${refused.reason}`;
    const before = noted.get(key)?.count ?? 0;
    if (before === 0 && noted.size >= MAX_NOTED) return;
    noted.set(key, { refused, count: before + count });
    timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
  };
  const flush = () => {
    clearTimeout(timer);
    flushing = flushing.then(async () => {
      timer = undefined;
      const all = [...noted.values()];
      noted = new Map();
      for (let from = 0; from < all.length; from += BATCH) {
        const batch = all.slice(from, from + BATCH);
        for (const busy of await countQuietly(pool, batch, listeners)) add(busy);
      }
    });
    return flushing;
  };
  return {
    record: async (refused) => void (await count(pool, [{ refused, count: 1 }], true, listeners)),
    note: (refused) => add({ refused, count: 1 }),
    [Symbol.asyncDispose]: flush,
  };
}

/** What could not be counted because of an outage stays noted. */
async function countQuietly(
  pool: pg.Pool,
  tallies: readonly Tally[],
  listeners: RefusalListeners,
): Promise<readonly Tally[]> {
  try {
    return await count(pool, tallies, false, listeners);
  } catch (error) {
    listeners.onFailed(error);
    return tallies;
  }
}

/** One statement for all of them; returns those whose secret was busy. */
async function count(
  pool: pg.Pool,
  tallies: readonly Tally[],
  waits: boolean,
  { check, onCommitted, onCounted }: RefusalListeners,
): Promise<readonly Tally[]> {
  for (const tally of tallies) check({ events: [sampleOf(tally)] }, contextFor(tally).meta);
  const rows = await queryRows<RefusedRow>(pool, refuseStatement, valuesOf(tallies, waits));
  const busy: Tally[] = [];
  const told: RefusedRow[] = [];
  for (const row of rows) {
    const tally = tallies[row.ord];
    if (tally === undefined) continue;
    if (row.outcome === 'busy') busy.push(tally);
    else onCounted(tally.refused.secret.secretId);
    if (row.outcome === 'told') told.push(row);
  }
  if (told.length > 0) onCommitted(newsOf(told));
  return busy;
}

function newsOf(told: readonly RefusedRow[]): CommitNews {
  const typesOf = (isOwned: boolean) => new Set(told.some((row) => row.is_owned === isOwned) ? [TYPE] : []);
  return { source: 'secrets', owned: typesOf(true), unowned: typesOf(false) };
}

function valuesOf(tallies: readonly Tally[], waits: boolean): unknown[] {
  return [
    waits,
    arrayOf(
      'bytea',
      tallies.map(({ refused }) => refused.secret.binding.lookup),
    ),
    tallies.map(({ refused }) => refused.secret.secretId),
    tallies.map(({ refused }) => refused.reason),
    tallies.map((tally) => tally.count),
    tallies.map(() => newId()),
    tallies.map((tally) => writeMeta(contextFor(tally).meta)),
    refusalsTold.atCounts,
    refusalsTold.againSeconds,
  ];
}

function contextFor({ refused: { caller, secret } }: Tally): CommandContext {
  return contextOf(caller, secret.binding.ownerRef, null);
}

/** As the function will write it, but for what only the database knows. */
function sampleOf({ refused: { secret, reason }, count }: Tally): ReturnType<typeof openingRefused> {
  return openingRefused(secret.secretId, { reason, count, since: new Date(0) });
}
