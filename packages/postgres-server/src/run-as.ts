import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** How PostgreSQL's programs are started: as the current user, or, if that is root, as another user. */
export interface RunAs {
  /** Undefined: as the current user. */
  readonly account: Account | undefined;
  command(program: string, args: readonly string[]): { program: string; args: readonly string[] };
  readonly spawnOptions: ReturnType<typeof spawnWith> & Partial<Account>;
}

const spawnWith = (environment: Readonly<Record<string, string>>) => ({
  cwd: '/',
  // Out of the terminal's process group: Ctrl-C is for our program, which stops the server last.
  detached: true,
  env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...environment },
});

const directly: RunAs['command'] = (program, args) => ({ program, args });

/** PostgreSQL refuses to run as root, so root starts it as the owner of the data or as the user `postgres`. */
export function chooseRunAs(
  binaries: Binaries,
  directory: DataDirectory,
  environment: Readonly<Record<string, string>> = {},
): RunAs {
  const spawnOptions = spawnWith(environment);
  if (process.getuid?.() !== 0) return { account: undefined, command: directly, spawnOptions };
  const account = ownerOf(directory.cluster) ?? accountNamed('postgres') ?? createAccount();
  const places = [binaries.postgres, directory.root];
  const closed = places.map((place) => firstClosedParent(place, account)).find((found) => found !== undefined);
  if (closed === undefined) return { account, command: directly, spawnOptions: { ...spawnOptions, ...account } };
  return { ...throughClosedParents(account, closed, binaries), spawnOptions };
}

/**
 * For a checkout in a closed home directory (mode 0700): the server keeps its unprivileged user, and a capability lets
 * it pass through directories that user may not enter. Without it, people have to choose another place.
 */
function throughClosedParents(
  account: Account,
  closed: string,
  binaries: Binaries,
): Pick<RunAs, 'account' | 'command'> {
  for (const capability of ['dac_read_search', 'dac_override']) {
    const before = [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      // Without it, access(2), which PostgreSQL calls for its own programs, ignores the capability.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
    ];
    const trial = spawnSync('setpriv', [...before, binaries.postgres, '--version'], { stdio: 'ignore' });
    if (trial.status === 0) {
      return {
        account,
        command: (program, args) => ({ program: 'setpriv', args: [...before, program, ...args] }),
      };
    }
  }
  throw new PostgresServerError(
    'data-directory-unreachable',
    `PostgreSQL does not run as root, and the user it runs as instead (uid ${account.uid}) has no access to ${closed}. ` +
      'Start as an ordinary user, or move the program and its data directory to a place that everyone may enter, such as /srv.',
  );
}

/** The nearest directory at or above a path that the account may not pass through. */
export function firstClosedParent(place: string, account: Account): string | undefined {
  const parents: string[] = [];
  for (let at = path.resolve(place); ; at = path.dirname(at)) {
    if (existsSync(at) && statSync(at).isDirectory()) parents.unshift(at);
    if (at === path.dirname(at)) break;
  }
  return parents.find((directory) => {
    const { mode, uid, gid } = statSync(directory);
    const mask = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    return (mode & mask) === 0;
  });
}

function ownerOf(cluster: string): Account | undefined {
  if (!existsSync(cluster)) return undefined;
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? undefined : { uid, gid };
}

function accountNamed(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function createAccount(): Account {
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  });
  const account = accountNamed('postgres');
  if (account !== undefined) return account;
  throw new PostgresServerError(
    'no-unprivileged-user',
    'PostgreSQL does not run as root, and no user "postgres" could be created. Create one, or start as an ordinary user.',
  );
}
