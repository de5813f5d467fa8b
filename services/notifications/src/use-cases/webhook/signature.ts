import { hmac, publicPartOf, type RandomBytes, randomBytes, signEd25519 } from '@onceover/service-kit/crypto';

const KEY_BYTES = 32;
const SECRET = 'whsec_';
const PRIVATE_KEY = 'whsk_';
const PUBLIC_KEY = 'whpk_';

export interface WebhookKeyPair {
  /** `whsk_` and 32 bytes in base64. */
  readonly privateKey: string;
  /** `whpk_` and 32 bytes in base64. */
  readonly publicKey: string;
}

export interface UnsignedWebhook {
  /** That of the event, the same on every try. */
  readonly id: string;
  /** Of this try. */
  readonly timestampSeconds: number;
  readonly body: string;
  /** Each that is valid now, the newest first. */
  readonly secrets: readonly string[];
  readonly privateKey: string;
}

/** What the receiver verifies signatures `v1` with: `whsec_` and 32 bytes in base64. */
export function newWebhookSecret(random: RandomBytes = randomBytes): string {
  return written(SECRET, random(KEY_BYTES));
}

/** An Ed25519 key pair, for signatures `v1a`. */
export function newWebhookKeyPair(random: RandomBytes = randomBytes): WebhookKeyPair {
  const privateKey = random(KEY_BYTES);
  return {
    privateKey: written(PRIVATE_KEY, privateKey),
    publicKey: written(PUBLIC_KEY, publicPartOf(privateKey, 'Ed25519')),
  };
}

/**
 * The three headers by which a receiver knows that it was us, and when: one signature with each secret, and one with the private key.
 *
 * Source  Standard Webhooks 1.0: HMAC-SHA256 (`v1`) and Ed25519 (`v1a`) of `id.timestamp.body`
 */
export function signatureHeaders({ id, timestampSeconds, body, secrets, privateKey }: UnsignedWebhook) {
  const timestamp = String(timestampSeconds);
  const signed = `${id}.${timestamp}.${body}`;
  const symmetric = secrets.map((secret) => `v1,${hmac(read(SECRET, secret), signed).toString('base64')}`);
  const asymmetric = `v1a,${signEd25519(read(PRIVATE_KEY, privateKey), signed).toString('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...symmetric, asymmetric].join(' '),
  };
}

function written(prefix: string, key: Uint8Array): string {
  return prefix + Buffer.from(key).toString('base64');
}

/** The error must not quote it. */
function read(prefix: string, key: string): Buffer {
  const bytes = Buffer.from(key.slice(prefix.length), 'base64');
  if (!key.startsWith(prefix) || bytes.length !== KEY_BYTES) throw new TypeError(`that is no key ${prefix}`);
  return bytes;
}
