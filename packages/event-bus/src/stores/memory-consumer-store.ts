import type { RecordedEvent } from '@onceover/event-store';
import { memoryTransaction } from '@onceover/event-store/memory';
import type { Knex } from 'knex';
import type { JobOptions, JobPayload } from '../jobs/job-queue.ts';
import type { ConsumerStore, ConsumerUnit, DeadLetter } from './consumer-store.ts';

export interface MemoryJob extends JobOptions {
  readonly name: string;
  readonly payload: JobPayload;
}

/** Effects of handlers, in memory: they happen only when the transaction commits. */
export interface MemoryConsumerStore extends ConsumerStore {
  readonly jobs: readonly MemoryJob[];
  /** For handlers in tests: what to do when the handler's transaction commits. */
  atCommit(tx: Knex.Transaction, effect: () => void): void;
}

interface Staged {
  readonly effects: (() => void)[];
  /** What this transaction has entered so far. */
  readonly entered: Set<string>;
}

/** The store without a database, for tests; one transaction at a time. */
export function createMemoryConsumerStore(): MemoryConsumerStore {
  const inbox = new Map<string, Date>();
  const letters = new Map<string, DeadLetter>();
  const jobs: MemoryJob[] = [];
  const open = new Map<Knex.Transaction, Staged>();
  let last: Promise<unknown> = Promise.resolve();

  async function run<R>(work: (unit: ConsumerUnit) => Promise<R>): Promise<R> {
    const transaction = memoryTransaction();
    const staged: Staged = { effects: [], entered: new Set() };
    open.set(transaction.tx, staged);
    try {
      const result = await work(unitOf(transaction.tx, staged, { inbox, letters, jobs }));
      for (const effect of staged.effects) effect();
      await transaction.commit();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    } finally {
      open.delete(transaction.tx);
    }
  }

  return {
    jobs,
    transact(work) {
      const result = last.then(() => run(work));
      last = result.catch(() => undefined);
      return result;
    },
    atCommit(tx, effect) {
      const staged = open.get(tx);
      if (staged === undefined) throw new TypeError('the transaction is over');
      staged.effects.push(effect);
    },
    async listLetters({ consumer, state }) {
      return [...letters.values()]
        .filter((letter) => consumer === undefined || letter.consumer === consumer)
        .filter((letter) => state === undefined || letter.state === state)
        .toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime());
    },
    async purgeInbox(before, limit) {
      const old = [...inbox].filter(([, at]) => at < before).slice(0, limit);
      for (const [key] of old) inbox.delete(key);
      return old.length;
    },
  };
}

interface Tables {
  readonly inbox: Map<string, Date>;
  readonly letters: Map<string, DeadLetter>;
  readonly jobs: MemoryJob[];
}

function unitOf(tx: Knex.Transaction, { effects, entered }: Staged, { inbox, letters, jobs }: Tables): ConsumerUnit {
  return {
    tx,
    async enqueue(name, payload, options = {}) {
      effects.push(() => {
        jobs.push({ name, payload, ...options });
      });
    },
    async enter(consumer, events: readonly RecordedEvent[]) {
      const isNew = (key: string) => !(inbox.has(key) || entered.has(key) || letters.has(key));
      const fresh = events.filter(({ id }) => {
        const key = keyOf(consumer, id);
        if (!isNew(key)) return false;
        entered.add(key);
        return true;
      });
      effects.push(() => {
        for (const { id } of fresh) inbox.set(keyOf(consumer, id), new Date());
      });
      return new Set(fresh.map(({ id }) => id));
    },
    async park(letter, at) {
      effects.push(() => {
        const key = keyOf(letter.consumer, letter.eventId);
        const before = letters.get(key);
        const attempts = letter.attempts + (before?.attempts ?? 0);
        letters.set(key, { ...letter, attempts, firstAt: before?.firstAt ?? at, lastAt: at, state: 'parked' });
      });
    },
    takeLetter: async (consumer, eventId) => letters.get(keyOf(consumer, eventId)),
    async settleLetter(letter, state, at) {
      effects.push(() => {
        const key = keyOf(letter.consumer, letter.eventId);
        letters.set(key, { ...letter, state, lastAt: at });
        inbox.set(key, at);
      });
    },
  };
}

function keyOf(consumer: string, eventId: string): string {
  return `${consumer} ${eventId}`;
}
