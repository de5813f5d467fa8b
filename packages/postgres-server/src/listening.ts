import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import { PostgresServerError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/** Where a server listens: its own socket directory, or on Windows a loopback port. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  cleanUp(): void;
}

const SOCKET_PORT = 5432;
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;
const SOCKET_LOCK = `${SOCKET}.lock`;
// sun_path without its closing zero: 107 bytes on Linux, 103 elsewhere.
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;
const TEMPORARY_PREFIX = 'pg-socket-';

/** A directory of its own for the socket, closed to others; a short temporary one if the path would be too long. */
export async function prepareListening(
  directory: DataDirectory,
  runAs: RunAs,
  socketDir: string | undefined,
): Promise<Listening> {
  if (process.platform === 'win32') return loopbackPort();
  const wanted = path.resolve(socketDir ?? path.join(directory.root, 'run'));
  const fits = Buffer.byteLength(path.join(wanted, SOCKET_LOCK)) <= LONGEST_SOCKET_PATH;
  if (!fits && socketDir !== undefined) {
    throw new PostgresServerError(
      'socket-path-too-long',
      `The path of the socket directory ${wanted} is too long for a Unix socket. Choose a shorter one.`,
    );
  }
  const host = fits ? wanted : mkdtempSync(path.join(tmpdir(), TEMPORARY_PREFIX));
  mkdirSync(host, { recursive: true, mode: 0o700 });
  chmodSync(host, 0o700);
  if (runAs.account !== undefined) chownSync(host, runAs.account.uid, runAs.account.gid);
  return {
    host,
    port: SOCKET_PORT,
    settings: {
      listen_addresses: '',
      port: String(SOCKET_PORT),
      // A list: a comma or blank in a path would end the item.
      unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
      unix_socket_permissions: '0700',
    },
    cleanUp: () => removeTemporary(host),
  };
}

/** Removes a socket directory that an earlier start created in the temporary directory; leaves others alone. */
export function removeTemporary(host: string): void {
  if (path.dirname(host) !== path.resolve(tmpdir()) || !path.basename(host).startsWith(TEMPORARY_PREFIX)) return;
  rmSync(host, { recursive: true, force: true });
}

/**
 * Removes the socket that a killed server of this cluster left behind; call it once no process works in the cluster.
 * Where nothing reaps zombies, as in many containers, PostgreSQL would take the dead process for a living one.
 */
export function clearLeftoverSocket(host: string, cluster: string): void {
  const lock = path.join(host, SOCKET_LOCK);
  try {
    if (readFileSync(lock, 'utf8').split('\n')[1] !== cluster) return;
  } catch {
    return;
  }
  rmSync(lock, { force: true });
  rmSync(path.join(host, SOCKET), { force: true });
}

async function loopbackPort(): Promise<Listening> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  return {
    host: '127.0.0.1',
    port,
    settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
    cleanUp: () => {},
  };
}
