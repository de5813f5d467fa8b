import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Preparing, prepare, type ReachedName } from '@onceover/distributed/prepare';
import { serviceNames } from '@onceover/schema/internal/catalog';
import type { Secrets } from './pod-files.ts';

/** What operators put into Secrets, by the setting or file that it becomes. */
const samples: Readonly<Record<string, string>> = {
  ONCEOVER_DATABASE_URL: 'postgresql://onceover:sample@db-rw.once:5432/onceover',
  ONCEOVER_REDIS_URL: 'rediss://onceover:sample@redis.once:6379',
  ONCEOVER_KAFKA_PASSWORD: 'sample',
  ONCEOVER_SMTP_URL: 'smtps://onceover:sample@mail.example.com:465',
  ONCEOVER_KEK: randomBytes(32).toString('hex'),
  ONCEOVER_OPENBAO_TOKEN: 's.sample',
  ONCEOVER_BOUNCE_TOKEN: randomBytes(32).toString('hex'),
  'keys/database.id': '0199c0de-0000-7000-8000-000000000000\n',
};

/** Secrets with certificates and keys that are good, made by what makes those of compose. Each entry is what its place asks for. */
export async function sampleSecrets(): Promise<Secrets & Disposable> {
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-chart-secrets-'));
  const at = (name: ReachedName): [ReachedName, readonly string[]] => [name, [`once-onceover-${name}`]];
  const hosts = Object.fromEntries([...serviceNames, 'key-store' as const].map(at)) as Preparing['hosts'];
  await prepare({ directory, hosts, database: 'db:5432/onceover' });
  const authority = (file: string) => readFileSync(path.join(directory, 'authority', file));
  return {
    entriesOf: (secret) => (secret.endsWith('-ca') ? ['ca.crt'] : ['ca.crt', 'tls.crt', 'tls.key']),
    contentOf(secret, _key, place) {
      const sample = samples[place];
      if (sample !== undefined) return Buffer.from(sample);
      if (place.endsWith('.key') && place.includes('/')) return randomBytes(32);
      return certificateOf(secret, place, authority);
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}

/** `ca.crt`, `tls.crt` or `tls.key` of a process; others may have any. */
function certificateOf(secret: string, place: string, authority: (file: string) => Buffer): Buffer {
  const [, name = 'gateway'] = /-(key-store-client|key-store|\w+)-tls$/.exec(secret) ?? [];
  const file = { 'key-store-client': 'key-store/secrets', 'key-store': 'key-store/server' }[name] ?? `services/${name}`;
  if (place.endsWith('ca.crt')) return authority(path.join(path.dirname(file), 'ca.crt'));
  return authority(`${file}.${place.endsWith('.key') ? 'key' : 'crt'}`);
}
