import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../../support/api-client.ts';
import type { Sample } from './flatness.ts';

const kinds = ['conceal', 'look', 'reveal', 'burn'] as const;
type Kind = (typeof kinds)[number];

/** More than these at once, and the product does not keep up. */
const MOST_AT_ONCE = 500;
/** Seconds: what is left over ends by itself while the others go on. */
const LIFETIME = 300;

/** Visitors who come at a steady pace, whatever the answers take: they share, look, and open, burn or forget. */
export class SteadyVisitors implements Disposable {
  readonly problems = new Set<string>();
  cycles = 0;
  readonly #clients: readonly ApiClient[];
  #took = newTimes();
  #atOnce = 0;
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  constructor(urls: readonly string[]) {
    this.#clients = urls.map((url) => new ApiClient(url, { connections: MOST_AT_ONCE }));
  }

  begin(perSecond: number): void {
    this.#running = this.#come(perSecond);
  }

  /** Resolves when nobody waits any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    while (this.#atOnce > 0) await sleep(20);
  }

  /** Milliseconds that requests took since the last call, half and 99 of a hundred of each kind. */
  take(): Sample {
    const took = this.#took;
    this.#took = newTimes();
    const pairs = kinds.flatMap((kind): [string, number][] => [
      [`${kind}: ms, half`, took[kind].percentile(50) / 1000],
      [`${kind}: ms, 99 of 100`, took[kind].percentile(99) / 1000],
    ]);
    return Object.fromEntries(pairs);
  }

  [Symbol.dispose](): void {
    for (const client of this.#clients) client[Symbol.dispose]();
  }

  async #come(perSecond: number): Promise<void> {
    const began = performance.now();
    for (let come = 0; !this.#isOver; come += 1) {
      await sleep(Math.max(0, began + (come * 1000) / perSecond - performance.now()));
      if (this.#atOnce >= MOST_AT_ONCE) this.problems.add(`more than ${MOST_AT_ONCE} visitors waited at once`);
      else void this.#visit(come);
    }
  }

  async #visit(come: number): Promise<void> {
    this.#atOnce += 1;
    try {
      await this.#share(this.#clients[come % this.#clients.length] as ApiClient, come);
      this.cycles += 1;
    } catch (error) {
      this.problems.add((error as Error).message);
    } finally {
      this.#atOnce -= 1;
    }
  }

  async #share(client: ApiClient, come: number): Promise<void> {
    const content = `soak ${come} ${crypto.randomUUID()}`.padEnd(1024, '.');
    const links = await this.#timed('conceal', () => client.conceal(content, { ttl: `${LIFETIME}` }));
    const look = await this.#timed('look', () => client.look(links.secretKey));
    if (look.status !== 200) throw new Error(`a look was answered ${look.status}`);
    // Most are opened, some burned, some forgotten.
    const fate = come % 10;
    if (fate === 0) return;
    if (fate === 1) {
      const burned = await this.#timed('burn', () => client.burn(links.metadataKey));
      if (burned.status !== 200) throw new Error(`a burn was answered ${burned.status}`);
      return;
    }
    const { status, body } = await this.#timed('reveal', () => client.reveal(links.secretKey));
    if (status !== 200 || body.record?.secret_value !== content) throw new Error(`a reveal was answered ${status}`);
    if (fate !== 2) return;
    const again = await this.#timed('reveal', () => client.reveal(links.secretKey));
    if (again.status !== 404) throw new Error(`a second reveal was answered ${again.status}`);
  }

  async #timed<Answer>(kind: Kind, ask: () => Promise<Answer>): Promise<Answer> {
    const since = performance.now();
    const answer = await ask();
    this.#took[kind].record(Math.max(1, Math.round((performance.now() - since) * 1000)));
    return answer;
  }
}

function newTimes(): Readonly<Record<Kind, RecordableHistogram>> {
  const entries = kinds.map((kind) => [kind, createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })] as const);
  return Object.fromEntries(entries) as Readonly<Record<Kind, RecordableHistogram>>;
}
