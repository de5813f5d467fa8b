import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { putEvents } from '../support/put-events.ts';
import type { OwnSystem } from './systems.ts';

const atOnce = 50_000;
const accounts = 1_000;
const patienceMs = 1_200_000;

/**
 * Puts so many events of 1,000 accounts into the log of secrets and waits until the running product has written their entries
 * and covered them by blocks. Prints how long that took.
 */
export async function fillTrail(own: OwnSystem, client: pg.Client, count: number): Promise<void> {
  const started = performance.now();
  for (let done = 0; done < count; done += atOnce) await putEvents(client, Math.min(atOnce, count - done), accounts);
  console.log(`${count} events of ${accounts} accounts in the log after ${secondsSince(started)} s`);
  await untilThere(client, count, 'select count(*)::int as count from audit.entries');
  const rate = Math.round(count / ((performance.now() - started) / 1_000));
  console.log(`entries written after ${secondsSince(started)} s, ${rate} a second`);
  // A process covers a log after a commit of its own.
  await fetch(`http://${own.hostname}:${own.port}/api/v2/secret/conceal`, {
    method: 'POST',
    body: new URLSearchParams({ secret: 'one more', ttl: '3600' }),
  });
  await untilThere(client, count, 'select coalesce(sum(events), 0)::int as count from audit.blocks');
}

async function untilThere(client: pg.Client, count: number, text: string): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(text);
    if ((rows[0]?.count ?? 0) >= count) return;
    if (performance.now() > until) throw new Error(`only ${rows[0]?.count} of ${count} after ${patienceMs / 1_000} s`);
    await sleep(500);
  }
}

/** With one decimal. */
export function secondsSince(started: number): string {
  return seconds(performance.now() - started);
}

/** With one decimal. */
export function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
