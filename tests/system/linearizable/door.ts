import { eventually } from '@onceover/testing/eventually';
import { ApiClient } from '../../support/api-client.ts';
import { type SpawnedSystem, type SpawnOptions, spawnSystem } from '../../support/spawn-system.ts';

/** Where visitors ask. */
export interface VisitedDoor {
  /** A client of the running process; waits for the next one while there is none. */
  client(): Promise<ApiClient>;
  /** Waits until it answers, and what it needs for that as well. */
  untilReady(): Promise<void>;
}

/** One process of the product, started again each time it is killed. */
export class Door implements VisitedDoor, AsyncDisposable {
  readonly #options: SpawnOptions;
  #system: SpawnedSystem;
  #client: Promise<ApiClient>;
  #isReady: Promise<void> | null = null;

  constructor(options: SpawnOptions) {
    this.#options = options;
    this.#system = spawnSystem(options);
    this.#client = clientOf(this.#system);
  }

  /** A client of the running process; waits for the next one while there is none. */
  client(): Promise<ApiClient> {
    return this.#client;
  }

  get pid(): number {
    return this.#system.pid;
  }

  /** Kills the process as a power cut would, and starts the next one. */
  async crash(): Promise<void> {
    const [dead, old] = [this.#system, this.#client];
    dead.signal('SIGKILL');
    this.#client = dead.ended.then(() => {
      this.#system = spawnSystem(this.#options);
      return clientOf(this.#system);
    });
    (await old)[Symbol.dispose]();
    await this.#client;
  }

  /** Waits until the process answers and reaches its database. All who wait share one question. */
  untilReady(): Promise<void> {
    this.#isReady ??= eventually(() => this.#expectReady(), { withinMs: 60_000, everyMs: 50 }).finally(() => {
      this.#isReady = null;
    });
    return this.#isReady;
  }

  async #expectReady(): Promise<void> {
    const { status } = await (await this.#client).get('/health/ready');
    if (status !== 200) throw new Error(`the process says ${status}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using _ = this.#system;
    const client = await this.#client.catch(() => null);
    client?.[Symbol.dispose]();
  }
}

async function clientOf(system: SpawnedSystem): Promise<ApiClient> {
  return new ApiClient(await system.ready);
}
