import { eventually } from '@onceover/testing/eventually';
import { ApiClient } from '../../support/api-client.ts';
import type { SplitProcess } from '../../support/spawn-split.ts';
import type { VisitedDoor } from './door.ts';
import type { Outage } from './outages.ts';

const NO_SECRET = 'z'.repeat(31);

/** A gateway whose services are processes of their own. */
export class SplitDoor implements VisitedDoor, Disposable {
  readonly #client: ApiClient;

  constructor(url: string) {
    this.#client = new ApiClient(url);
  }

  client(): Promise<ApiClient> {
    return Promise.resolve(this.#client);
  }

  /** Waits until it answers what only secrets knows. */
  async untilReady(): Promise<void> {
    const isKnown = async () => {
      const { status } = await this.#client.look(NO_SECRET);
      if (status !== 404) throw new Error(`the gateway says ${status}`);
    };
    await eventually(isKnown, { withinMs: 60_000, everyMs: 50 });
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }
}

/** The process is killed and started again. */
export const crashOfProcess =
  (process: SplitProcess): Outage =>
  async () => {
    await process.end('SIGKILL');
    await process.restart();
  };

/** Processes are killed together with what they need, which comes back after they have started without it. */
export const crashWithout =
  (needed: SplitProcess, processes: readonly SplitProcess[]): Outage =>
  async () => {
    await Promise.all([needed, ...processes].map((each) => each.end('SIGKILL')));
    await Promise.all(processes.map((each) => each.restart()));
    await needed.restart();
  };
