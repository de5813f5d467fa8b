import { argon2Sync, createDecipheriv, hash, hkdfSync } from 'node:crypto';

/**
 * The recipes of the security design, 3.2, written a second time from its text: an attacker has the design and the sources, and
 * no use for our modules. Nothing here may import the product, or a fault in it would be in both.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const COMMITMENT_BYTES = 32;
const label = (name: string) => Buffer.from(`onceover/v1/${name}`, 'latin1');

/** What somebody who was given a link, a creator and a claimant know. */
export interface StolenLink {
  readonly secretKey?: string;
  readonly metadataKey?: string;
  readonly passphrase?: string;
  readonly claimToken?: string;
  readonly idempotencyKey?: string;
}

/** A row of `secret` with its content, and what lies around it, as it was at some moment; bytes in base64. */
export interface StoredSecret {
  readonly lookup: string;
  readonly mlookup: string;
  readonly kind: string;
  readonly ownerRef: string | null;
  readonly shareDomainId: string | null;
  readonly flags: number;
  readonly kdf: number;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly expires: number;
  readonly epoch: number;
  readonly wshard: string | null;
  readonly linkbox: string | null;
  readonly content: string | null;
  readonly redeliveries: readonly { readonly epoch: number; readonly rblob: string }[];
  readonly replays: readonly { readonly epoch: number; readonly sealed: string }[];
}

/** Keys as they lay in files. */
export interface StolenKeys {
  readonly keks: readonly Buffer[];
  readonly erasable: readonly Buffer[];
  readonly root: Buffer | null;
}

/** Every field with its length in front, 4 bytes, big-endian. */
export function fields(...values: readonly (string | Uint8Array)[]): Buffer {
  const parts = values.flatMap((value) => {
    const bytes = Buffer.from(value as Uint8Array);
    return [u32(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

export function lookupOf(secretKey: string): Buffer {
  return hash('sha256', fields(label('lookup'), secretKey), 'buffer');
}

export function metadataLookupOf(metadataKey: string): Buffer {
  return hash('sha256', fields(label('mlookup'), metadataKey), 'buffer');
}

/** Every EK that some pair of these keys makes for this number: which file was whose does not stand in it. */
export function epochKeysOf(epoch: number, { keks, erasable }: StolenKeys): Buffer[] {
  const salt = fields('e', u32(epoch));
  return erasable.flatMap((key) => keks.map((kek) => kdf(fields(key, kek), salt, label('epoch'))));
}

/** The content of what was stored, by whatever way there is; null for none. */
export function open(stored: StoredSecret, link: StolenLink, keys: StolenKeys): string | null {
  const pepper = keys.root && kdf(keys.root, Buffer.alloc(0), fields(label('pepper'), u32(1)));
  for (const epochKey of epochKeysOf(stored.epoch, keys)) {
    const shard = stored.wshard && openUnder(epochKey, 'shard', stored.lookup, stored.epoch, stored.wshard);
    if (!shard) continue;
    const secretKey = link.secretKey ?? linkIn(stored, shard, link.metadataKey);
    const content = secretKey && openContent(stored, shard, secretKey, passphraseKey(link, secretKey, pepper));
    if (content) return content;
  }
  return openRedelivery(stored, link, keys) ?? openReplay(stored, link, keys);
}

/** L, for whoever has M. */
function linkIn({ mlookup, linkbox, ...stored }: StoredSecret, shard: Buffer, metadataKey?: string): string | null {
  if (metadataKey === undefined || linkbox === null) return null;
  const key = kdf(fields(metadataKey, shard), bytes(mlookup), label('linkbox'));
  const found = unseal(key, bytes(linkbox), metaOf(stored));
  return found?.toString('latin1') ?? null;
}

function openContent(stored: StoredSecret, shard: Buffer, secretKey: string, passphrase: Buffer): string | null {
  if (stored.content === null) return null;
  const wrap = kdf(fields(secretKey, shard, passphrase), bytes(stored.lookup), label('wrap'), 64).subarray(0, 32);
  return unpadded(unseal(wrap, bytes(stored.content).subarray(COMMITMENT_BYTES), metaOf(stored)));
}

function openRedelivery(stored: StoredSecret, link: StolenLink, keys: StolenKeys): string | null {
  const { secretKey, claimToken } = link;
  if (secretKey === undefined || claimToken === undefined) return null;
  const key = kdf(fields(claimToken, secretKey), bytes(stored.lookup), label('redeliver'));
  for (const { epoch, rblob } of stored.redeliveries) {
    for (const epochKey of epochKeysOf(epoch, keys)) {
      const inner = openUnder(epochKey, 'redeliver', stored.lookup, epoch, rblob);
      const content = inner && unpadded(unseal(key, inner, metaOf(stored)));
      if (content) return content;
    }
  }
  return null;
}

/** The answer of a conceal: it holds the links, and a generated value. */
function openReplay({ lookup, replays }: StoredSecret, link: StolenLink, keys: StolenKeys): string | null {
  if (link.idempotencyKey === undefined) return null;
  const key = kdf(Buffer.from(link.idempotencyKey), bytes(lookup), label('replay'));
  for (const { epoch, sealed } of replays) {
    for (const epochKey of epochKeysOf(epoch, keys)) {
      const inner = openUnder(epochKey, 'replay', lookup, epoch, sealed);
      const answer = inner && unpadded(unseal(key, inner, fields(label('replay'), bytes(lookup))), 'latin1');
      if (answer) return answer;
    }
  }
  return null;
}

function passphraseKey({ passphrase }: StolenLink, secretKey: string, pepper: Buffer | null): Buffer {
  if (passphrase === undefined || pepper === null) return Buffer.alloc(32);
  return argon2Sync('argon2id', {
    message: Buffer.from(passphrase.normalize('NFKC')),
    nonce: hash('sha256', fields(label('pp-salt'), secretKey), 'buffer').subarray(0, 16),
    secret: pepper,
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  });
}

type Bound = Omit<StoredSecret, 'mlookup' | 'linkbox'>;

function metaOf({ kind, lookup, ownerRef, shareDomainId, created, expires, kdf: set, flags }: Bound): Buffer {
  const nullable = (text: string | null) => (text === null ? '' : `\u0001${text}`);
  const whose = [nullable(ownerRef), nullable(shareDomainId)];
  return fields(
    label('meta'),
    kind,
    bytes(lookup),
    ...whose,
    u64(created),
    u64(expires),
    u32(set),
    Buffer.of(flags & 7),
  );
}

function openUnder(key: Buffer, kind: string, lookup: string, epoch: number, sealed: string): Buffer | null {
  return unseal(key, bytes(sealed), fields(kind, bytes(lookup), u32(epoch)));
}

/** AES-256-GCM as it is stored: nonce, ciphertext, tag; null where the tag does not match. */
function unseal(key: Buffer, sealed: Buffer, additional: Buffer): Buffer | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(additional);
  cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    cipher.final();
    return text;
  } catch {
    return null;
  }
}

function unpadded(padded: Buffer | null, encoding: BufferEncoding = 'utf8'): string | null {
  return padded?.subarray(4, 4 + padded.readUInt32BE()).toString(encoding) ?? null;
}

function kdf(material: Uint8Array, salt: Uint8Array, info: Uint8Array, size = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', material, salt, info, size));
}

function u32(value: number): Buffer {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(value);
  return four;
}

function u64(value: number): Buffer {
  const eight = Buffer.alloc(8);
  eight.writeBigInt64BE(BigInt(value));
  return eight;
}

const bytes = (base64: string) => Buffer.from(base64, 'base64');
