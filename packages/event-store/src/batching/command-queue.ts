import { atEndOfTurn, type StartOn } from './start-on.ts';

export interface Queued {
  /** No two commands of a batch share a key; commands that share one run in submission order. */
  readonly keys: readonly string[];
  readonly bytes: number;
}

export interface BatchLimits {
  readonly maxCommands: number;
  readonly maxBytes: number;
  /** Batches in flight at once; the same number of commands may run alone as well. */
  readonly connections: number;
}

/** A member's own outcome, or `alone`: it must run again by itself. */
export type MemberOutcome<R> =
  | { readonly kind: 'done'; readonly result: R }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'alone' };

export interface QueueRunner<C extends Queued, R> {
  /** One transaction for all; never rejects; outcomes in the commands' order. */
  runBatch(commands: readonly C[]): Promise<readonly MemberOutcome<R>[]>;
  runAlone(command: C): Promise<R>;
}

interface Pending<C, R> {
  readonly command: C;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Natural batching: a batch is what queued while earlier ones were in flight, or arrived in one turn of the event loop.
 * Nothing waits for a timer; when idle, one command goes at the end of the turn. A caller is settled only by its own
 * command's outcome, never by a neighbour's.
 */
export class CommandQueue<C extends Queued, R> {
  readonly #limits: BatchLimits;
  readonly #runner: QueueRunner<C, R>;
  readonly #running = new Set<string>();
  readonly #toRunAlone: Pending<C, R>[] = [];
  readonly #pumpSoon: () => void;
  #waiting: Pending<C, R>[] = [];
  #batches = 0;
  #alone = 0;

  /** `startOn` says when waiting commands start. */
  constructor(limits: BatchLimits, runner: QueueRunner<C, R>, startOn: StartOn = atEndOfTurn) {
    this.#limits = limits;
    this.#runner = runner;
    this.#pumpSoon = startOn(() => this.#pump());
  }

  submit(command: C): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ command, resolve, reject });
      this.#pumpSoon();
    });
  }

  #pump(): void {
    while (this.#batches < this.#limits.connections && this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      void this.#runBatch(batch);
    }
  }

  /** The oldest commands that fit and share no key with each other, with a running one, or with an older one left behind. */
  #takeBatch(): Pending<C, R>[] {
    const batch: Pending<C, R>[] = [];
    const left: Pending<C, R>[] = [];
    const taken = new Set<string>();
    let bytes = 0;
    for (const [index, pending] of this.#waiting.entries()) {
      const { keys } = pending.command;
      const isBlocked = keys.some((key) => taken.has(key) || this.#running.has(key));
      const isFull = batch.length > 0 && bytes + pending.command.bytes > this.#limits.maxBytes;
      if (isFull || batch.length === this.#limits.maxCommands) {
        left.push(...this.#waiting.slice(index));
        break;
      }
      for (const key of keys) taken.add(key);
      if (isBlocked) {
        left.push(pending);
      } else {
        batch.push(pending);
        bytes += pending.command.bytes;
      }
    }
    this.#waiting = left;
    for (const { command } of batch) for (const key of command.keys) this.#running.add(key);
    return batch;
  }

  async #runBatch(batch: readonly Pending<C, R>[]): Promise<void> {
    this.#batches += 1;
    const outcomes = await this.#runner.runBatch(batch.map(({ command }) => command));
    this.#batches -= 1;
    for (const [index, pending] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined || outcome.kind === 'alone') {
        this.#toRunAlone.push(pending);
        continue;
      }
      this.#release(pending);
      if (outcome.kind === 'done') pending.resolve(outcome.result);
      else pending.reject(outcome.error);
    }
    this.#pumpAlone();
    this.#pumpSoon();
  }

  #pumpAlone(): void {
    while (this.#alone < this.#limits.connections) {
      const pending = this.#toRunAlone.shift();
      if (pending === undefined) return;
      void this.#runAlone(pending);
    }
  }

  /** Its keys stay taken until it is settled, so later commands of its stream keep waiting. */
  async #runAlone(pending: Pending<C, R>): Promise<void> {
    this.#alone += 1;
    try {
      pending.resolve(await this.#runner.runAlone(pending.command));
    } catch (error) {
      pending.reject(error);
    } finally {
      this.#alone -= 1;
      this.#release(pending);
    }
    this.#pumpAlone();
    this.#pumpSoon();
  }

  #release({ command }: Pending<C, R>): void {
    for (const key of command.keys) this.#running.delete(key);
  }
}
