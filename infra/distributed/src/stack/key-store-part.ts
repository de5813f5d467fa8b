import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent } from '@onceover/service-kit/durable-file';
import { keyStoreMain } from './programs.ts';

/** Both sides, and how their certificates are asked for. */
const sides = { server: ['--server', '127.0.0.1,localhost'], secrets: ['--client', 'secrets'] } as const;

const RENEW_BEFORE_MS = 30 * 86_400_000;

/**
 * Makes the certificates by which the key store and secrets know each other, with the key store's own command: those that are
 * missing, and those that end within a month.
 */
export async function makeCertificates(directory: string, now = new Date()): Promise<void> {
  const words: string[] = [];
  for (const [side, asked] of Object.entries(sides)) {
    const files = [`${side}.crt`, `${side}.key`].map((file) => path.join(directory, file));
    const [certificate, key] = await Promise.all(files.map(readIfPresent));
    if (key !== null && lastsBeyond(certificate ?? null, now.getTime() + RENEW_BEFORE_MS)) continue;
    await Promise.all(files.map((file) => rm(file, { force: true })));
    words.push(...asked);
  }
  if (words.length > 0)
    await promisify(execFile)(process.execPath, [keyStoreMain, 'certificates', directory, ...words]);
}

function lastsBeyond(certificate: Buffer | null, time: number): boolean {
  return certificate !== null && new X509Certificate(certificate).validToDate.getTime() > time;
}
