import { openAccountImport } from '@onceover/accounts/cli';
import type { Destination } from '@onceover/moving-in';
import { openSecretImport } from '@onceover/secrets/cli';
import type { CommandPlace } from './command-place.ts';
import { keysPlaceOf } from './config.ts';

/** Where `npm run import` puts what it moves. `stack` closes the connections. */
export async function importDestination(
  { config, database }: CommandPlace,
  stack: AsyncDisposableStack,
): Promise<Destination> {
  const { ask, ...accounts } = await openAccountImport({ config: config.accounts, database }, stack);
  const { dataDir } = await keysPlaceOf(config);
  const secrets = { config: config.secrets, database, ask, ...(dataDir === undefined ? {} : { dataDir }) };
  return { ...accounts, importSecret: await openSecretImport(secrets, stack) };
}
