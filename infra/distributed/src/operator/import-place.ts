import { openAccountImport } from '@onceover/accounts/cli';
import type { Destination } from '@onceover/moving-in';
import { openSecretImport } from '@onceover/secrets/cli';
import type { CommandServices } from './command-services.ts';

/** Where `npm run import` puts what it moves: the databases of accounts and of secrets. `stack` closes the connections. */
export async function importDestination(services: CommandServices, stack: AsyncDisposableStack): Promise<Destination> {
  const [accounts, secrets] = await Promise.all([services.accounts(), services.secrets()]);
  await accounts.take();
  await secrets.take();
  const { ask, ...door } = await openAccountImport(accounts, stack);
  return { ...door, importSecret: await openSecretImport({ ...secrets, ask }, stack) };
}
