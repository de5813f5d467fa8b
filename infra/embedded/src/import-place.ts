import { openAccountImport } from '@onceover/accounts/cli';
import type { Destination } from '@onceover/moving-in';
import { type CommandPlace, openSecretImportAt } from './command-place.ts';

/** Where `npm run import` puts what it moves. `stack` closes the connections. */
export async function importDestination(place: CommandPlace, stack: AsyncDisposableStack): Promise<Destination> {
  const { config, database } = place;
  const { ask, ...accounts } = await openAccountImport({ config: config.accounts, database }, stack);
  return { ...accounts, importSecret: await openSecretImportAt(place, ask, stack) };
}
