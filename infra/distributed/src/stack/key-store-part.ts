import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isCertificateDue } from '../due-certificate.ts';
import { keyStoreMain } from './programs.ts';

const STORE_HOSTS = ['127.0.0.1', 'localhost'];
/** Both sides, and how their certificates are asked for. */
const sides = [
  { side: 'server', hosts: STORE_HOSTS, asked: ['--server', STORE_HOSTS.join(',')] },
  { side: 'secrets', hosts: [], asked: ['--client', 'secrets'] },
] as const;

/**
 * Makes the certificates by which the key store and secrets know each other, with the key store's own command: those that are
 * missing, and those that end within a month.
 */
export async function makeCertificates(directory: string, now = new Date()): Promise<void> {
  const words: string[] = [];
  for (const { side, hosts, asked } of sides) {
    if (await isCertificateDue(directory, side, { hosts, now })) words.push(...asked);
  }
  if (words.length > 0)
    await promisify(execFile)(process.execPath, [keyStoreMain, 'certificates', directory, ...words]);
}
