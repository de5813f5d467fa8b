import { type CommandContext, type CommittedEvent, newsOf } from '@onceover/event-store';
import { queryRows } from '@onceover/postgres-kit/database-failure';
import {
  openingRefusedSteps,
  type SecretOpeningRefused,
  type SecretProgramNoticed,
} from '@onceover/schema/events/secrets';
import { deskTenant } from '@onceover/schema/events/tenants';
import type pg from 'pg';
import { countTold, isProgramKind } from '../../../domain/secret/refused-openings.ts';
import type { RefusedOpening, RefusedOpenings } from '../../../use-cases/reveal/refused-openings.ts';
import { contextOf } from '../../../use-cases/secret/command-context.ts';
import { eventText } from './event-text.ts';
import { lateAmong, nameOfKey, type UnopenedKey } from './late-tries.ts';
import { type Counted, type Notes, notes } from './noted.ts';
import { atSecrets, type NoticedProgram, nameOfProgram } from './noticed-programs.ts';
import type { CommitListeners } from './secret-writes.ts';

/** What was noted waits this long for more of it, then is counted at once. */
const PAUSE_MS = 500;
const BATCH = 100;

const refuseStatement = {
  name: 'refuse openings',
  text: 'select * from secrets.count_refused_openings($1, $2, $3, $4, $5, $6, $7, $8)',
};

interface RefusedRow {
  readonly ord: number;
  readonly outcome: 'counted' | 'told' | 'due' | 'busy';
  readonly is_owned: boolean;
  /** Of what is due, for its event. */
  readonly total: number;
  readonly since: Date;
}

/** Of several, the newest: the event names its request. */
interface Tally extends Counted<RefusedOpening> {
  /** What the log is told, if the count is still the one of the event. */
  readonly telling?: { readonly event: SecretOpeningRefused | SecretProgramNoticed; readonly context: CommandContext };
}

/** Who is told. None may throw. */
export interface RefusedOpeningListeners extends CommitListeners {
  /** What was noted could not be counted; it is tried again. Of a row of failures the first one is told. */
  readonly onFailed: (error: unknown) => void;
}

/** Counts of refused openings in PostgreSQL. Disposing counts what is noted. */
export function createPostgresRefusedOpenings(
  pool: pg.Pool,
  listeners: RefusedOpeningListeners,
): RefusedOpenings & AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();
  const onNoted = () => {
    timer ??= setTimeout(() => void flush(), PAUSE_MS).unref();
  };
  const keys = notes<UnopenedKey>(nameOfKey, onNoted);
  const programs = notes<NoticedProgram>(nameOfProgram, onNoted);
  const tallies = notes<RefusedOpening>(({ secret, reason }) => `${secret.secretId} ${reason}`, onNoted);

  const flush = () => {
    clearTimeout(timer);
    flushing = flushing.then(async () => {
      timer = undefined;
      await inBatches(keys, async (batch) => {
        for (const late of await lateAmong(pool, batch)) tallies.add(late);
        return [];
      });
      await inBatches(programs, async (batch) => {
        for (const noticed of await atSecrets(pool, batch)) tallies.add(noticed);
        return [];
      });
      await inBatches(tallies, countAll);
    });
    return flushing;
  };
  const countAll = async (batch: readonly Tally[]): Promise<readonly Tally[]> => {
    const { busy, due } = await count(pool, batch, false, listeners);
    return due.length === 0 ? busy : [...busy, ...(await settled(due, countAll))];
  };
  const { settled } = settlingAs(listeners.onFailed);
  const inBatches = async <What>(
    noted: Notes<What>,
    settle: (batch: readonly Counted<What>[]) => Promise<readonly Counted<What>[]>,
  ) => {
    const all = noted.taken();
    for (let from = 0; from < all.length; from += BATCH) {
      for (const left of await settled(all.slice(from, from + BATCH), settle)) noted.add(left);
    }
  };
  return {
    async record(what) {
      let tallies: readonly Tally[] = [{ what, count: 1 }];
      while (tallies.length > 0) tallies = (await count(pool, tallies, true, listeners)).due;
    },
    note: (what) => tallies.add({ what, count: 1 }),
    noteUnopened: (lookup, caller) => keys.add({ what: { lookup, caller }, count: 1 }),
    noteProgram: (lookup, kind, caller) => programs.add({ what: { lookup, kind, caller }, count: 1 }),
    [Symbol.asyncDispose]: flush,
  };
}

type Settle<What> = (batch: readonly What[]) => Promise<readonly What[]>;

/** What could not be counted now, also because of an outage, stays noted. Tells the first of a row of failures. */
function settlingAs(tell: (error: unknown) => void) {
  let isFailing = false;
  return {
    async settled<What>(batch: readonly What[], settle: Settle<What>): Promise<readonly What[]> {
      try {
        const left = await settle(batch);
        isFailing = false;
        return left;
      } catch (error) {
        if (!isFailing) tell(error);
        isFailing = true;
        return batch;
      }
    },
  };
}

/**
 * One statement for all of them. Gives those that it did not count: their secret was busy, or the log is to be told and they
 * have their event now. What is due counts with its event unless others told the log meanwhile.
 */
async function count(
  pool: pg.Pool,
  tallies: readonly Tally[],
  waits: boolean,
  { check, onCommitted }: RefusedOpeningListeners,
) {
  for (const { telling } of tallies) {
    if (telling !== undefined) check({ events: [telling.event] }, telling.context.meta);
  }
  const rows = await queryRows<RefusedRow>(pool, refuseStatement, valuesOf(tallies, waits));
  const [busy, due]: [Tally[], Tally[]] = [[], []];
  const [counted, told]: [CommittedEvent[], CommittedEvent[]] = [[], []];
  for (const row of rows) {
    const tally = tallies[row.ord];
    if (tally === undefined) continue;
    if (row.outcome === 'busy') busy.push(tally);
    else if (row.outcome === 'due') due.push(withEvent(tally, row));
    else counted.push(eventOf(tally, row));
    if (row.outcome === 'told') told.push(eventOf(tally, row));
  }
  // Whoever watches a secret sees every try, the log only some.
  const unsaid = { source: 'secrets', owned: new Set<string>(), unowned: new Set<string>() };
  if (counted.length > 0) onCommitted({ ...unsaid, ...newsOf('secrets', told), events: counted });
  return { busy, due };
}

function withEvent({ what, count }: Tally, { total, since }: RefusedRow): Tally {
  const { caller, secret, reason } = what;
  const event = countTold(secret.secretId, { reason, count: total, since });
  return { what, count, telling: { event, context: contextOf(caller, secret.binding.ownerRef, null) } };
}

function eventOf({ what: { secret, reason } }: Tally, { is_owned }: RefusedRow): CommittedEvent {
  const { secretId, binding } = secret;
  const tenantRef = is_owned ? (binding.ownerRef ?? deskTenant) : null;
  const type = isProgramKind(reason) ? 'secret.program_noticed' : 'secret.opening_refused';
  return { type, streamId: secretId, tenantRef, data: { secretId } };
}

function valuesOf(tallies: readonly Tally[], waits: boolean): unknown[] {
  return [
    waits,
    tallies.map(({ what }) => what.secret.binding.lookup),
    tallies.map(({ what }) => what.secret.secretId),
    tallies.map(({ what }) => what.reason),
    tallies.map((tally) => tally.count),
    tallies.map(({ telling }) => (telling === undefined ? null : eventText(telling.event, telling.context))),
    openingRefusedSteps.atCounts,
    openingRefusedSteps.againSeconds,
  ];
}
