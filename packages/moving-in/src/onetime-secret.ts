import type { StoredHash } from '@onceover/redis-kit/reader';
import { type Fields, ifAny, momentOf, Unreadable } from './onetime-fields.ts';
import type { OnetimeContent, OnetimeSecret } from './onetime-records.ts';

const states: ReadonlyMap<string, OnetimeSecret['state']> = new Map([
  ['', 'new'],
  ['new', 'new'],
  // Somebody looked at the page, and did not open it.
  ['viewed', 'new'],
  ['previewed', 'new'],
  ['received', 'received'],
  ['revealed', 'received'],
  ['burned', 'burned'],
  ['expired', 'expired'],
  // Its secret was gone.
  ['orphaned', 'expired'],
]);

const visitors = new Set(['', 'anon', 'anonymous']);

/** The key of the secret that metadata are about; null once it has ended. */
export const secretKeyOf = (fields: Fields): string | null =>
  ifAny(fields('secret_key')) ?? ifAny(fields('secret_identifier'));

/** Whether metadata say that their secret waits to be opened. */
export const isPending = (fields: Fields): boolean => states.get(fields('state')) === 'new';

/** The secret's own hash, and how long it is kept, in milliseconds. */
export interface StoredSecret {
  readonly hash: StoredHash;
  readonly fields: Fields;
  readonly msLeft: number | null;
}

/**
 * Reads what is known of a secret; without its own hash it has ended.
 *
 * Units    `at` in milliseconds since 1970
 * Refuses  Unreadable: a state nobody knows, no lifetime, no moment of creation
 */
export function readSecret(key: string, fields: Fields, secret: StoredSecret | null, at: number): OnetimeSecret {
  const told = states.get(fields('state'));
  if (told === undefined) throw new Unreadable('its state is none that is known');
  const created = momentOf(fields, 'created');
  if (created === null) throw new Unreadable('it does not say when it was created');
  const lifetimeSeconds = lifetimeOf(fields);
  const owner = fields('owner_id') || fields('custid');
  const natural = created + lifetimeSeconds;
  const waits = told === 'new' && secret !== null;
  const msLeft = waits ? secret.msLeft : null;
  return {
    metadataKey: key,
    secretKey: waits ? secretKeyOf(fields) : null,
    state: told === 'new' && !waits ? 'expired' : told,
    owner: visitors.has(owner) ? null : owner,
    created,
    updated: momentOf(fields, 'updated'),
    received: momentOf(fields, 'received') ?? momentOf(fields, 'revealed'),
    burned: momentOf(fields, 'burned'),
    lifetimeSeconds,
    expiresAt: msLeft === null ? natural : Math.ceil((at + msLeft) / 1_000),
    recipients: recipientsOf(fields('recipients')),
    shareDomain: ifAny(fields('share_domain')),
    content: waits ? contentOf(secret) : null,
  };
}

function lifetimeOf(fields: Fields): number {
  const seconds = Math.floor(Number(fields('secret_ttl') || fields('lifespan') || Number.NaN));
  if (!(seconds > 0)) throw new Unreadable('it does not say how long its secret lives');
  return seconds;
}

function contentOf({ hash, fields }: StoredSecret): OnetimeContent {
  return {
    encryption: fields('value_encryption'),
    ciphertext: hash.get('value') ?? Buffer.alloc(0),
    hasPassphrase: fields('passphrase') !== '',
  };
}

/** One text, or a list of them as JSON. */
function recipientsOf(text: string): string | null {
  if (!text.startsWith('[')) return ifAny(text);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? ifAny(list.map(String).join(', ')) : text;
  } catch {
    return text;
  }
}
