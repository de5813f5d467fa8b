import { type BurnAnswer, type OnceoverClient, OnceoverError } from '@onceover/client';
import { converse } from '../connect.ts';
import { usage } from '../failure.ts';
import type { ServerOptions, World } from '../world.ts';
import { askPassphrase, givenPassphrase, type PassphraseOptions } from './ask-passphrase.ts';
import { readLink } from './open.ts';

export interface BurnOptions extends ServerOptions, PassphraseOptions {}

/** Deletes a secret unread, by its private link, its metadata key or an owner handle. */
export async function burn(world: World, text: string, options: BurnOptions): Promise<void> {
  const link = await readLink(world, text);
  if (link.kind === 'secret') {
    throw usage(
      'This is the share link. Burning takes the private link (https://…/private/KEY), or a key that onceover list shows.',
    );
  }
  const given = await givenPassphrase(options);
  const { record } = await converse(world, options, link.server, ({ client }) =>
    burning(world, client, link.key, given),
  );
  const { json, quiet } = options;
  if (json === true) await world.output.print(`${JSON.stringify({ state: record.state, burned: record.burned })}\n`);
  else if (quiet !== true) await world.output.print('Burned. Nobody can open it any more.\n');
}

/** Whether it needs the passphrase is only told by being refused: an owner burns without. */
async function burning(
  world: World,
  client: OnceoverClient,
  key: string,
  given: string | undefined,
): Promise<BurnAnswer> {
  try {
    return await client.burn(key, { passphrase: given });
  } catch (error) {
    if (given !== undefined || !(error instanceof OnceoverError) || error.code !== 'bad_passphrase') throw error;
    return await client.burn(key, { passphrase: await askPassphrase(world) });
  }
}
