import { localError } from './onceover-error.ts';

export interface SignedWebhook {
  /** The body as it was received, byte for byte. */
  readonly body: string | Uint8Array;
  /** Those of the request; names in any case. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Secrets (`whsec_` and base64, for signatures `v1`) and public keys (`whpk_` and base64, for `v1a`). One match is enough, so that keys
   * can be replaced.
   */
  readonly keys: string | readonly string[];
  /** How old, or how far ahead, a webhook may be, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: now. */
  readonly nowMs?: number | undefined;
}

export interface VerifiedWebhook {
  /** The same for every attempt to deliver it: note it, to act once. */
  readonly id: string;
  readonly sentAt: Date;
  /** The parsed JSON of the body. */
  readonly payload: unknown;
}

const TOLERANCE_SECONDS = 300;
const SECRET = 'whsec_';
const PUBLIC_KEY = 'whpk_';
const SECRET_BYTES = { least: 24, most: 64 };
const PUBLIC_KEY_BYTES = 32;

/**
 * Checks that a webhook comes from whoever has the key, is what was sent, and is recent.
 *
 * Refuses  `bad_signature`: a header is missing, nothing matches, or the time is off; `bad_input`: a key that is none, or a body that is
 *          not JSON
 * Source   Standard Webhooks 1.0: HMAC-SHA256 (`v1`) or Ed25519 (`v1a`) of `id.timestamp.body`
 */
export async function verifyWebhook(webhook: SignedWebhook): Promise<VerifiedWebhook> {
  const { body, keys, toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() } = webhook;
  const id = headerOf(webhook, 'webhook-id');
  const timestamp = headerOf(webhook, 'webhook-timestamp');
  const signatures = headerOf(webhook, 'webhook-signature').split(' ').map(readSignature);
  if (!/^\d{1,12}$/.test(timestamp)) throw refused('The header webhook-timestamp is not a time.');
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw refused('The webhook is too old, or the clocks differ too much.');
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  // Every key is read before any is tried, so that a mistyped one is noticed the first time.
  const verifiers = await Promise.all((typeof keys === 'string' ? [keys] : keys).map(readKey));
  for (const { version, verify } of verifiers) {
    for (const signature of signatures) {
      if (signature?.version === version && (await verify(signature.bytes, signed))) {
        return { id, sentAt: new Date(Number(timestamp) * 1000), payload: parsed(bytes) };
      }
    }
  }
  throw refused('No signature of the webhook matches a key.');
}

interface Verifier {
  readonly version: 'v1' | 'v1a';
  verify(signature: Bytes, signed: Bytes): Promise<boolean>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** WebCrypto compares HMACs in constant time. */
async function readKey(text: string): Promise<Verifier> {
  if (text.startsWith(SECRET)) {
    const raw = bytesOf(text.slice(SECRET.length));
    if (raw === undefined || raw.length < SECRET_BYTES.least || raw.length > SECRET_BYTES.most) throw badKey();
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
    return { version: 'v1', verify: (signature, signed) => crypto.subtle.verify('HMAC', key, signature, signed) };
  }
  const raw = text.startsWith(PUBLIC_KEY) ? bytesOf(text.slice(PUBLIC_KEY.length)) : undefined;
  if (raw?.length !== PUBLIC_KEY_BYTES) throw badKey();
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']);
  return { version: 'v1a', verify: (signature, signed) => crypto.subtle.verify('Ed25519', key, signature, signed) };
}

function badKey(): Error {
  return localError(
    'bad_input',
    'A key of webhooks is whsec_ and the base64 of 24 to 64 bytes, or whpk_ and that of 32 bytes.',
  );
}

function readSignature(text: string): { readonly version: string; readonly bytes: Bytes } | undefined {
  const [version = '', encoded = ''] = text.split(',', 2);
  const bytes = bytesOf(encoded);
  return bytes === undefined ? undefined : { version, bytes };
}

function headerOf({ headers }: SignedWebhook, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw refused(`The header ${name} is missing.`);
  return value;
}

function bytesOf(base64: string): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function joined(first: Uint8Array, second: Uint8Array): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw localError('bad_input', 'The body of the webhook is not JSON.');
  }
}

function refused(message: string): Error {
  return localError('bad_signature', message);
}
