import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ApiAnswer, type ApiClient, linksOf } from './api-client.ts';

/** Of each traffic. */
export const VISITORS = 8;
/** After each cycle of a visitor. Without it they take the processors from what is being started, which then takes minutes and shows nothing more. */
const REST_MS = 20;

type Send = (client: ApiClient, headers: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

/** Visitors who conceal, look and reveal again and again, each with a key that makes asking again safe. */
export class Traffic {
  readonly #clients: readonly ApiClient[];
  /** Whether one who fails asks the other gateway. */
  readonly #asksTwice: boolean;
  readonly problems: string[] = [];
  cycles = 0;

  constructor(clients: readonly ApiClient[], { asksTwice }: { readonly asksTwice: boolean }) {
    this.#clients = clients;
    this.#asksTwice = asksTwice;
  }

  async runWhile(work: () => Promise<void>): Promise<void> {
    let isOver = false;
    const visitors = Array.from({ length: VISITORS }, async (_, number) => {
      while (!isOver) {
        await this.#cycle(number).catch((error: Error) => this.problems.push(error.message));
        this.cycles += 1;
        await setTimeout(REST_MS);
      }
    });
    await work();
    isOver = true;
    await Promise.all(visitors);
  }

  async #cycle(visitor: number): Promise<void> {
    const secret = `rolling ${crypto.randomUUID()}`;
    const concealed = await this.#send(visitor, (client, headers) => {
      return client.post('/api/v2/secret/conceal', { secret }, headers);
    });
    const { secretKey } = linksOf(concealed);
    const looked = await this.#send(visitor, (client) => client.look(secretKey));
    const revealed = await this.#send(visitor, (client, headers) => client.reveal(secretKey, {}, headers));
    if (looked.status !== 200) this.problems.push(`look answered ${looked.status} ${looked.body.code}`);
    if (revealed.body?.record?.secret_value !== secret) {
      this.problems.push(`reveal answered ${revealed.status} ${revealed.body.code}`);
    }
  }

  async #send(visitor: number, send: Send): Promise<ApiAnswer> {
    const at = (turn: number) => this.#clients[(visitor + turn) % this.#clients.length] ?? expect.fail();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await send(at(0), headers).catch((error: Error) => error);
    const hasFailed = first instanceof Error || first.status === 503;
    if (hasFailed && this.#asksTwice) return await send(at(1), headers);
    if (first instanceof Error) throw first;
    return first;
  }
}
