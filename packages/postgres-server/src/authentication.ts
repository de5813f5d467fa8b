import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import type { RunAs } from './run-as.ts';

/** The server's own superuser; programs use the role that owns their database. */
export const SUPERUSER = 'postgres';

const usesPassword = process.platform === 'win32';

/**
 * Who may connect: on a socket, the user who started this program, as the kernel confirms, so there is no password to
 * keep; on Windows, where there is no such proof, anyone with the password that is kept next to the data.
 */
export function writeAuthentication({ cluster }: DataDirectory, runAs: RunAs, role: string): void {
  const rule = usesPassword ? 'host all all 127.0.0.1/32 scram-sha-256' : 'local all all peer map=owner';
  const person = userInfo().username;
  const map = [SUPERUSER, role].map((name) => `owner "${person}" "${name}"`).join('\n');
  write(path.join(cluster, 'pg_hba.conf'), `# Rewritten at every start.\n${rule}\n`, runAs);
  write(path.join(cluster, 'pg_ident.conf'), `# Rewritten at every start.\n${map}\n`, runAs);
}

/** Empty if none is needed; otherwise created once and kept. */
export function keptPassword({ root }: DataDirectory): string {
  if (!usesPassword) return '';
  const file = path.join(root, 'password');
  if (!existsSync(file)) {
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    writeFileSync(file, Buffer.from(bytes).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}

function write(file: string, text: string, runAs: RunAs): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text, { mode: 0o600 });
  if (runAs.account !== undefined) chownSync(file, runAs.account.uid, runAs.account.gid);
}
