import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCertificates } from './key-store-part.ts';

const place = mkdtempSync(join(tmpdir(), 'onceover-certificates-'));
afterAll(() => rmSync(place, { recursive: true }));
const directory = join(place, 'certificates');
const textOf = (file: string) => readFileSync(join(directory, file), 'utf8');
const textsOf = (files: readonly string[]) => files.map(textOf);
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const ISSUED = ['secrets.crt', 'secrets.key', 'server.crt', 'server.key'];

test('certificates are made once, by one authority, and anew when they end within a month', async () => {
  await makeCertificates(directory);
  expect(readdirSync(directory).toSorted()).toEqual(['ca.crt', 'ca.key', ...ISSUED]);
  const [made, authority] = [textsOf(ISSUED), textOf('ca.crt')];
  await makeCertificates(directory, inDays(360));
  expect(textsOf(ISSUED)).toEqual(made);

  await makeCertificates(directory, inDays(370));
  for (const [at, text] of textsOf(ISSUED).entries()) expect(text).not.toBe(made[at]);
  rmSync(join(directory, 'secrets.key'));
  const server = textOf('server.crt');
  await makeCertificates(directory);
  expect(textOf('server.crt')).toBe(server);
  expect(textOf('ca.crt')).toBe(authority);
  for (const file of ['server.crt', 'secrets.crt']) {
    expect(new X509Certificate(textOf(file)).verify(new X509Certificate(authority).publicKey)).toBe(true);
  }
});
