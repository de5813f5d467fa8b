import { randomBytes } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { makeCertificates } from '@onceover/keys/certificates';
import { type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { createDurably, makePrivateDirectory, readIfPresent, replaceDurably } from '@onceover/service-kit/durable-file';
import { callKeyFile, callKeyPartners, makeCallKeys } from '../call-keys.ts';
import { isCertificateDue } from '../due-certificate.ts';

/** Every process that others reach. */
export const reachedNames = [...serviceNames, 'key-store'] as const;
export type ReachedName = (typeof reachedNames)[number];

/** Every process that is given something of its own. */
export const preparedNames = [...reachedNames, 'partner-egress'] as const;
type PreparedName = (typeof preparedNames)[number];

export interface Preparing {
  /** Has a directory for each process, which that process alone is to see, and `authority` and `postgres`. */
  readonly directory: string;
  /** The names and addresses by which the processes of each service are reached. */
  readonly hosts: Readonly<Record<ReachedName, readonly string[]>>;
  /** Host, port and name of the database, such as `postgres:5432/onceover`. */
  readonly database: string;
  readonly now?: Date;
}

const DAYS = 397;
const DATABASE_USER = 'onceover';

/**
 * Makes what the processes of a stack have to have before they start, and what must not be in its files: the keys with which each two of
 * them sign what they ask, their certificates for mutual TLS, those of the key store and of secrets, and a password of the database. What is
 * there stays; certificates are made anew in their last month. Gives what was made, by name.
 */
export async function prepare({ directory, hosts, database, now = new Date() }: Preparing): Promise<readonly string[]> {
  const authority = path.join(directory, 'authority');
  await makePrivateDirectory(authority);
  await makeCallKeys(path.join(authority, 'calls'));
  const made: string[] = [];
  const services = { directory: path.join(authority, 'services'), days: DAYS, now, servers: [], clients: [] };
  for (const name of serviceNames) {
    const request = { ...services, peers: { [name]: hosts[name] } };
    if (await isCertificateDue(services.directory, name, { hosts: hosts[name], now }))
      made.push(...(await makeCertificates(request)));
  }
  const store = { directory: path.join(authority, 'key-store'), days: DAYS, now };
  if (await isCertificateDue(store.directory, 'server', { hosts: hosts['key-store'], now }))
    made.push(...(await makeCertificates({ ...store, servers: hosts['key-store'], clients: [] })));
  if (await isCertificateDue(store.directory, 'secrets', { hosts: [], now }))
    made.push(...(await makeCertificates({ ...store, servers: [], clients: ['secrets'] })));
  await handOut(directory, await passwordIn(path.join(directory, 'postgres')), database);
  return made.map((file) => path.relative(authority, file));
}

/** The database runs as a user of its own image, who has to read it: nobody else is given this directory. */
async function passwordIn(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const file = path.join(directory, 'password');
  await createDurably(file, Buffer.from(randomBytes(24).toString('hex')), 0o444);
  return String(await readIfPresent(file));
}

/** To each process its own. */
async function handOut(directory: string, password: string, database: string): Promise<void> {
  const authority = path.join(directory, 'authority');
  const give = async (name: PreparedName, folder: string, from: string, files: readonly string[]) => {
    await makePrivateDirectory(path.join(directory, name));
    await makePrivateDirectory(path.join(directory, name, folder));
    for (const file of files) await copy(path.join(authority, from, file), path.join(directory, name, folder, file));
  };
  const url = Buffer.from(`postgres://${DATABASE_USER}:${password}@${database}`);
  for (const name of serviceNames) {
    await give(name, 'calls', 'calls', await keysOf(name, path.join(authority, 'calls')));
    await give(name, 'tls', 'services', ['ca.crt', `${name}.crt`, `${name}.key`]);
    if (name !== 'gateway') await write(path.join(directory, name, 'database.url'), url);
  }
  await makePrivateDirectory(path.join(directory, 'partner-egress'));
  await write(path.join(directory, 'partner-egress', 'database.url'), url);
  await give('secrets', 'key-store', 'key-store', ['ca.crt', 'secrets.crt', 'secrets.key']);
  await give('key-store', 'tls', 'key-store', ['ca.crt', 'server.crt', 'server.key']);
}

/** Its keys of calls, also those before and after the one that signs. */
async function keysOf(name: ServiceName, directory: string): Promise<readonly string[]> {
  const pairs = callKeyPartners(name).map((partner) => callKeyFile(name, partner).replace(/key$/, ''));
  return (await readdir(directory)).filter((file) => pairs.some((pair) => file.startsWith(pair)));
}

async function copy(from: string, to: string): Promise<void> {
  const content = await readIfPresent(from);
  if (content !== null) await write(to, content);
}

/** What is the same is left alone. */
async function write(to: string, content: Buffer): Promise<void> {
  if ((await readIfPresent(to))?.equals(content) !== true) await replaceDurably(to, content, 0o400);
}
