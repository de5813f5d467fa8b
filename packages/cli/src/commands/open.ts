import { newIdempotencyKey, type OnceoverClient, OnceoverError, parseLink, type RevealAnswer } from '@onceover/client';
import { converse } from '../connect.ts';
import { failureOf, usage } from '../failure.ts';
import { readLineFrom } from '../read-input.ts';
import { hasControls, visible } from '../terminal/visible.ts';
import type { ServerOptions, World } from '../world.ts';
import { askPassphrase, givenPassphrase, type PassphraseOptions } from './ask-passphrase.ts';

export interface OpenOptions extends ServerOptions, PassphraseOptions {
  readonly raw?: boolean;
}

const TRIES = 3;

/** The link that was given, or the first line of standard input for `-`. */
export async function readLink(world: World, text: string) {
  try {
    return parseLink(text === '-' ? await readLineFrom(world.stdin, 'Standard input') : text);
  } catch (error) {
    throw failureOf(error, '');
  }
}

/** Opens a secret and prints it. */
export async function open(world: World, text: string, options: OpenOptions): Promise<void> {
  const link = await readLink(world, text);
  if (link.kind === 'private') {
    throw usage(
      'This is the private link of whoever created the secret. Opening takes the share link: https://…/secret/KEY',
    );
  }
  const given = await givenPassphrase(options);
  await converse(world, options, link.server, async ({ client }) => {
    const { record } = await client.look(link.key);
    const idempotencyKey = newIdempotencyKey();
    const isAsked = record.has_passphrase && given === undefined;
    const answer = isAsked
      ? await askingFor(world, client, link.key, idempotencyKey)
      : await client.reveal(link.key, { passphrase: given }, { idempotencyKey });
    await print(world, options, answer);
    // It has arrived. If that cannot be said, it is forgotten within two minutes anyway.
    await client.acknowledge(link.key, idempotencyKey, { signal: AbortSignal.timeout(5000) }).catch(() => {});
  });
}

async function askingFor(
  world: World,
  client: OnceoverClient,
  key: string,
  idempotencyKey: string,
): Promise<RevealAnswer> {
  for (let tried = 1; ; tried += 1) {
    const passphrase = await askPassphrase(world);
    try {
      return await client.reveal(key, { passphrase }, { idempotencyKey });
    } catch (error) {
      const isWrong = error instanceof OnceoverError && error.code === 'bad_passphrase';
      if (!isWrong || tried === TRIES) throw error;
      world.output.tell('The passphrase is wrong. Try again.');
    }
  }
}

/** On a terminal nothing of a secret is executed; in a file or a pipe it is what it was, to the byte. */
async function print({ output }: World, { json, raw }: OpenOptions, { record }: RevealAnswer): Promise<void> {
  const { secret_value: value, original_size, is_truncated } = record;
  if (json === true) {
    await output.print(`${JSON.stringify({ secret_value: value, original_size, is_truncated })}\n`);
  } else if (output.isTerminal) {
    const shown = raw === true ? value : visible(value);
    await output.print(shown.endsWith('\n') ? shown : `${shown}\n`);
    if (raw !== true && hasControls(value)) {
      output.tell('Control characters are shown as symbols (␛ is Escape). Use --raw to print them unchanged.');
    }
  } else {
    await output.print(value);
  }
  if (is_truncated)
    output.tell(
      `This is only the beginning of the secret: ${original_size} characters were shared, and the server kept fewer.`,
    );
}
