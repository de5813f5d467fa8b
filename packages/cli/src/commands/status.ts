import { setTimeout as pause } from 'node:timers/promises';
import type { MetadataAnswer, OnceoverClient } from '@onceover/client';
import { OnceoverError } from '@onceover/client';
import { converse } from '../connect.ts';
import { lifetimeInWords, timeInWords } from '../lifetime.ts';
import type { ServerOptions, World } from '../world.ts';
import { readLink } from './open.ts';

export interface StatusOptions extends ServerOptions {
  readonly watch?: boolean;
  /** Seconds. */
  readonly interval?: number;
}

const INTERVAL_SECONDS = 5;

/** What became of a secret, by its private link; of a share link, whether it can still be opened. Neither changes anything. */
export async function status(world: World, text: string, options: StatusOptions): Promise<void> {
  const link = await readLink(world, text);
  await converse(world, options, link.server, async ({ client }) => {
    if (link.kind === 'secret') return await printLook(world, options, client, link.key);
    await printMetadata(world, options, client, link.key);
  });
}

async function printLook({ output }: World, { json }: StatusOptions, client: OnceoverClient, key: string) {
  const { record } = await client.look(key);
  const { state, has_passphrase } = record;
  const needs = has_passphrase ? ' It needs a passphrase.' : '';
  await output.print(
    json === true ? `${JSON.stringify({ state, has_passphrase })}\n` : `It can still be opened.${needs}\n`,
  );
}

/** Watching polls: the live feed of the server is for its own pages. It ends when the secret has. */
async function printMetadata(world: World, options: StatusOptions, client: OnceoverClient, key: string): Promise<void> {
  const { json, watch, interval = INTERVAL_SECONDS } = options;
  let last = '';
  for (;;) {
    const answer = await poll(client, key, last !== '');
    if (answer !== undefined) {
      const line = json === true ? inJson(answer) : inWords(answer);
      if (line !== last) await world.output.print(`${line}\n`);
      last = line;
      if (watch !== true || answer.record.state !== 'new') return;
    }
    // Several that watch do not ask at the same moments.
    await pause(interval * 1000 * (0.9 + Math.random() / 5));
  }
}

/** Whoever already watches goes on through an outage. */
async function poll(client: OnceoverClient, key: string, isWatching: boolean): Promise<MetadataAnswer | undefined> {
  try {
    return await client.metadata(key);
  } catch (error) {
    if (isWatching && error instanceof OnceoverError && (error.status === 0 || error.status >= 500)) return undefined;
    throw error;
  }
}

function inJson({ record, details }: MetadataAnswer): string {
  const { state, secret_shortkey, created, expiration, received, burned } = record;
  const { has_passphrase, is_locked, deliveries, refusals, programs } = details;
  const what = { state, secret_shortkey, has_passphrase, is_locked, created, expiration, received, burned };
  return JSON.stringify({ ...what, deliveries, refusals, programs });
}

function inWords({ record, details }: MetadataAnswer): string {
  const tried = details.refusals.reduce((sum, { count }) => sum + count, 0);
  const times = `${tried} ${tried === 1 ? 'time' : 'times'}`;
  const inVain = tried === 0 ? '' : ` Somebody tried in vain to open it, ${times}.`;
  return `${endingOf({ record, details } as MetadataAnswer)}${inVain}`;
}

function endingOf({ record, details }: MetadataAnswer): string {
  const { state, received, burned, expiration, secret_ttl } = record;
  const at = (time: number | null) => (time === null ? '' : ` on ${timeInWords(time)}`);
  if (state === 'received') return `received: opened${at(received)}.`;
  if (state === 'burned') return `burned: deleted unread${at(burned)}.`;
  if (state === 'expired') return `expired: never opened within ${lifetimeInWords(secret_ttl)}.`;
  return `new: not opened yet; it can be until ${timeInWords(expiration)}.${details.is_locked ? ' It is locked after too many wrong passphrases.' : ''}`;
}
