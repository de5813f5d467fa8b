import type { CommandKeys, KeysCommandPlace } from '@onceover/process/keys-command';
import { lastingKeysOf } from '@onceover/schema/lasting-keys';
import { secretKeysOf } from '@onceover/secrets/cli';
import type { WriteLine } from '@onceover/service-kit/command-line';
import type { CommandServices } from './command-services.ts';

/** What `npm run keys` works on: a directory of each service that was given, and the keys of secrets if it is one of them. */
export async function keysCommandPlace(services: CommandServices, write: WriteLine): Promise<KeysCommandPlace> {
  const opened = await Promise.all(services.names.map((name) => services[name]()));
  const directories = opened.flatMap(({ name, keys, database }): readonly CommandKeys[] =>
    keys === null
      ? []
      : [{ ...keys, part: name, title: `keys of ${name}`, database, lastingKeys: lastingKeysOf[name] }],
  );
  const secrets = services.names.includes('secrets') ? await services.secrets() : undefined;
  return {
    directories,
    epochKeys: secrets && secretKeysOf({ config: secrets.config, database: secrets.database, write }),
    async migrate() {
      for (const service of opened) await service.migrate();
    },
    async openLogs() {
      const generations = await Promise.all(
        services.names.map(async (name) => [name, (await services.tools(name)).generation] as const),
      );
      return Object.fromEntries(generations);
    },
  };
}
