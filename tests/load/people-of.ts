import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { connectionString } from '@onceover/postgres-server';
import { People } from '../support/people.ts';
import type { OwnSystem } from './systems.ts';

const command = new URL('../../infra/embedded/src/command-main.ts', import.meta.url).pathname;

/** People of a system that was started with its data in this directory, colonels included. */
export function peopleOf(own: OwnSystem, directory: string): People {
  const env = {
    ...process.env,
    ONCEOVER_DATABASE_URL: connectionString(own.database),
    ONCEOVER_KEYS_DIR: join(directory, 'server-keys'),
  };
  return new People({
    url: `http://127.0.0.1:${own.port}`,
    mailDir: String(process.env.ONCEOVER_MAIL_DIR),
    drain: async () => undefined,
    async runAccounts(argv) {
      const child = spawn(process.execPath, [command, 'accounts', ...argv], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`accounts ${argv[0]} ended with ${code}`);
    },
  });
}
