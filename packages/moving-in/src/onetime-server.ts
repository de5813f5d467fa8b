import {
  NoSuchDatabase,
  openRedisReader,
  type RedisAddress,
  type RedisReader,
  RedisUnreadable,
} from '@onceover/redis-kit/reader';
import { ignoring } from '@onceover/service-kit/errors';
import { isNobody, nameOf, namesOf, readAccount, readDomain } from './onetime-account.ts';
import { type Fields, fieldsOf, Unreadable } from './onetime-fields.ts';
import type { Broken, OnetimeAccount, OnetimeDomain, OnetimeSecret, Read } from './onetime-records.ts';
import { isPending, readSecret, type StoredSecret, secretKeyOf } from './onetime-secret.ts';

/** How a server of Onetime Secret lays out what it stores, by the first version that did. */
export const layoutNames = ['0.18', '0.24'] as const;
export type LayoutName = (typeof layoutNames)[number];

interface Layout {
  readonly people: number;
  readonly metadata: number;
  readonly secrets: number;
  readonly metadataName: string;
  readonly domainNames: readonly string[];
  readonly isJson: boolean;
}

const layouts: Readonly<Record<LayoutName, Layout>> = {
  '0.18': {
    people: 6,
    metadata: 7,
    secrets: 8,
    metadataName: 'metadata',
    domainNames: ['customdomain'],
    isJson: false,
  },
  '0.24': {
    people: 0,
    metadata: 0,
    secrets: 0,
    metadataName: 'receipt',
    domainNames: ['custom_domain', 'customdomain'],
    isJson: true,
  },
};

/** A server's Redis, which is only read. What cannot be read is told and does not end anything. */
export interface OnetimeServer {
  readonly layout: LayoutName;
  /** Each with its domains; then the domains of nobody. */
  accounts(): AsyncIterable<Read<OnetimeAccount>>;
  /** Those whose metadata are there still. */
  secrets(): AsyncIterable<Read<OnetimeSecret>>;
  /** The address of whoever a secret names as its owner; null: there is no such account. */
  addressOf(owner: string): Promise<string | null>;
}

/** Records whose fields are held at once. */
const AT_ONCE = 100;

/** Where to read, and how. */
interface Source {
  readonly people: RedisReader;
  readonly metadata: RedisReader;
  readonly secrets: RedisReader;
  readonly layout: Layout;
}

/**
 * Opens the Redis of a server. `stack` closes the connections.
 *
 * Refuses  `RedisUnreadable`: it does not answer, or has no accounts, or those of two layouts and `wanted` is null
 */
export async function openOnetimeServer(
  address: RedisAddress,
  wanted: LayoutName | null,
  stack: AsyncDisposableStack,
): Promise<OnetimeServer> {
  const open = async (database: number) => stack.use(await openRedisReader(address, database));
  const name = wanted ?? (await layoutOf(open));
  const layout = layouts[name];
  const people = await open(layout.people);
  const source = {
    layout,
    people,
    metadata: layout.metadata === layout.people ? people : await open(layout.metadata),
    secrets: layout.secrets === layout.people ? people : await open(layout.secrets),
  };
  return {
    layout: name,
    accounts: () => accountsOf(source),
    secrets: () => secretsOf(source),
    addressOf: (owner) => addressOf(source, owner),
  };
}

async function* accountsOf({ people, layout }: Source): AsyncIterable<Read<OnetimeAccount>> {
  // Held at once, as people have few of them: by the name of their owner.
  const left = new Map<string, OnetimeDomain[]>();
  for await (const each of domainsOf({ people, layout })) {
    if ('broken' in each) yield each;
    else left.set(each.found.owner, [...(left.get(each.found.owner) ?? []), each.found.domain]);
  }
  for await (const { id, hash } of recordsOf(people, 'customer')) {
    const read = await readOr({ kind: 'account', name: id }, async () => {
      const fields = fieldsOf(refuseOther(hash), layout.isJson);
      if (isNobody(fields)) return null;
      const names = [...new Set([...namesOf(fields), nameOf(id)])];
      const account = readAccount(fields, uniqueOf(names.flatMap((name) => left.get(name) ?? [])));
      for (const name of names) left.delete(name);
      return account;
    });
    if ('broken' in read) yield read;
    else if (read.found !== null) yield { found: read.found };
  }
  for (const { host } of [...left.values()].flat())
    yield { broken: { kind: 'domain', name: host, reason: 'its owner is not there' } };
}

async function* domainsOf(
  source: Pick<Source, 'people' | 'layout'>,
): AsyncIterable<Read<{ readonly owner: string; readonly domain: OnetimeDomain }>> {
  const { people, layout } = source;
  for (const name of layout.domainNames) {
    for await (const { id, hash } of recordsOf(people, name)) {
      yield await readOr({ kind: 'domain', name: id }, async () => {
        const fields = fieldsOf(refuseOther(hash), layout.isJson);
        return { owner: nameOf(await ownerOfDomain(source, fields)), domain: readDomain(fields) };
      });
    }
  }
}

/** From 0.24 on a domain belongs to an organization, which belongs to somebody. */
async function ownerOfDomain(source: Pick<Source, 'people' | 'layout'>, fields: Fields): Promise<string> {
  const organization = fields('org_id');
  if (organization !== '') {
    for (const name of ['organization', 'org']) {
      const owner = (await recordAt(source, `${name}:${organization}:object`))?.('owner_id') ?? '';
      if (owner !== '') return owner;
    }
  }
  return fields('custid') || fields('v1_custid');
}

async function* secretsOf(source: Source): AsyncIterable<Read<OnetimeSecret>> {
  const { metadata, secrets, layout } = source;
  for await (const { id, hash } of recordsOf(metadata, layout.metadataName)) {
    yield await readOr({ kind: 'private link', name: `${id.slice(0, 8)}…` }, async () => {
      const fields = fieldsOf(refuseOther(hash), layout.isJson);
      const key = secretKeyOf(fields);
      const secret = key === null ? null : await storedSecret(secrets, key, layout.isJson);
      const now = secret === null && isPending(fields) ? await metadataNow(source, id) : null;
      return readSecret(id, now ?? fields, secret, Date.now());
    });
  }
}

/** Metadata are read many at once: of a secret that is missing since, they say what became of it. Null: they are gone, too. */
async function metadataNow({ metadata, layout }: Source, id: string): Promise<Fields | null> {
  const [hash] = await metadata.hashes([`${layout.metadataName}:${id}:object`]);
  return hash === undefined || hash === null ? null : fieldsOf(refuseOther(hash), layout.isJson);
}

async function storedSecret(reader: RedisReader, key: string, isJson: boolean): Promise<StoredSecret | null> {
  const name = `secret:${key}:object`;
  const [hash] = await reader.hashes([name]);
  if (hash === undefined || hash === null) return null;
  const found = refuseOther(hash);
  return { hash: found, fields: fieldsOf(found, isJson), msLeft: await reader.msLeft(name) };
}

async function addressOf(source: Pick<Source, 'people' | 'layout'>, owner: string): Promise<string | null> {
  if (owner.includes('@')) return owner;
  const read = await readOr({ kind: 'account', name: owner }, async () => {
    const account = await recordAt(source, `customer:${owner}:object`);
    return account === null ? null : (['email', 'v1_custid'].map(account).find((text) => text !== '') ?? null);
  });
  // One that cannot be read was left, and named when the accounts were read.
  return 'found' in read ? read.found : null;
}

async function recordAt({ people, layout }: Pick<Source, 'people' | 'layout'>, key: string): Promise<Fields | null> {
  const [hash] = await people.hashes([key]);
  return hash === undefined || hash === null || hash === 'not-a-hash' ? null : fieldsOf(hash, layout.isJson);
}

type Found = ReadonlyMap<string, Buffer> | 'not-a-hash';

/** The records of one kind; one may come twice while Redis makes room. */
async function* recordsOf(
  reader: RedisReader,
  name: string,
): AsyncIterable<{ readonly id: string; readonly hash: Found }> {
  const shape = new RegExp(`^${name}:([^:]+):object$`);
  for await (const page of reader.keys(`${name}:*:object`)) {
    const keys = page.filter((key) => shape.test(key));
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE);
      const hashes = await reader.hashes(some);
      for (const [index, key] of some.entries()) {
        const hash = hashes[index];
        if (hash !== undefined && hash !== null) yield { id: shape.exec(key)?.[1] ?? '', hash };
      }
    }
  }
}

function refuseOther(hash: Found): ReadonlyMap<string, Buffer> {
  if (hash === 'not-a-hash') throw new Unreadable('it is no hash');
  return hash;
}

/** What was read, or why it could not be. An outage is none of its faults. */
async function readOr<Value>(what: Omit<Broken, 'reason'>, read: () => Promise<Value>): Promise<Read<Value>> {
  try {
    return { found: await read() };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { broken: { ...what, reason: error.message } };
  }
}

const uniqueOf = (domains: readonly OnetimeDomain[]): readonly OnetimeDomain[] => [
  ...new Map(domains.map((each) => [each.host.toLowerCase(), each])).values(),
];

async function layoutOf(open: (database: number) => Promise<RedisReader>): Promise<LayoutName> {
  const there: LayoutName[] = [];
  for (const name of layoutNames) {
    const reader = await open(layouts[name].people).catch(ignoring(NoSuchDatabase));
    if (reader !== undefined && (await hasPeople(reader))) there.push(name);
  }
  const [only, other] = there;
  if (only === undefined) {
    throw new RedisUnreadable(
      'This Redis has no accounts of Onetime Secret, neither in database 6 (to 0.23) nor in 0 (from 0.24)',
    );
  }
  if (other !== undefined) {
    throw new RedisUnreadable(
      'This Redis has accounts in database 6 (to 0.23) and in 0 (from 0.24). Say --layout 0.18 or --layout 0.24',
    );
  }
  return only;
}

async function hasPeople(reader: RedisReader): Promise<boolean> {
  for await (const page of reader.keys('customer:*:object')) if (page.length > 0) return true;
  return false;
}
