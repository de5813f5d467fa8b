import { hmac, isEqual, join, randomBytes, sha256 } from '@onceover/service-kit/crypto';
import type { FormTokenKeys } from './form-token-keys.ts';

const RANDOM_BYTES = 16;
const MAC_BYTES = 32;

/** The `shrimp` of an answer when there is no session to bind a token to. Never valid. */
export const PLACEHOLDER_SHRIMP = 'v1.none';

/** Issues and checks form tokens ("shrimp") and the anonymous sessions they are bound to. Nothing is stored. */
export interface FormTokens {
  /** A session value that can be checked without storing it: `a.r.HMAC(K, r)`. */
  newAnonymousSession(): string;
  /** Whether this is a visitor's session value that the gateway issued; says nothing about customers' sessions. */
  isAnonymousSession(session: string | undefined): session is string;
  /** A new token for a session; earlier ones stay valid as long as the session. */
  issue(session: string): string;
  isValid(shrimp: string | undefined, session: string): boolean;
}

/**
 * Form tokens under the keys of this installation.
 *
 * Shape    `v1.` random `.` HMAC over (label, H(session), random), base64url; at most 200 characters
 * Source   REST contract 1.5; security 5.6
 */
export function formTokens(keys: FormTokenKeys): FormTokens {
  const tokenMac = (session: string, r: Uint8Array) => hmac(keys.token, join('shrimp', sha256(session), r));
  const sessionMac = (r: Uint8Array) => hmac(keys.anonymousSession, join('session', r));
  return {
    newAnonymousSession() {
      const r = randomBytes(RANDOM_BYTES);
      return `a.${r.toString('base64url')}.${sessionMac(r).toString('base64url')}`;
    },
    isAnonymousSession(session): session is string {
      const parts = readParts(session, 'a');
      return parts !== undefined && isEqual(parts.mac, sessionMac(parts.r));
    },
    issue(session) {
      const r = randomBytes(RANDOM_BYTES);
      return `v1.${r.toString('base64url')}.${tokenMac(session, r).toString('base64url')}`;
    },
    isValid(shrimp, session) {
      const parts = readParts(shrimp, 'v1');
      return parts !== undefined && isEqual(parts.mac, tokenMac(session, parts.r));
    },
  };
}

function readParts(text: string | undefined, prefix: string): { r: Buffer; mac: Buffer } | undefined {
  if (text === undefined || text.length > 200) return undefined;
  const [head, r, mac, ...rest] = text.split('.');
  if (head !== prefix || r === undefined || mac === undefined || rest.length > 0) return undefined;
  const parts = { r: Buffer.from(r, 'base64url'), mac: Buffer.from(mac, 'base64url') };
  if (parts.r.length !== RANDOM_BYTES || parts.mac.length !== MAC_BYTES) return undefined;
  // Only the exact spelling that was issued: base64 has spare bits and ignores unknown characters.
  const isOurSpelling = parts.r.toString('base64url') === r && parts.mac.toString('base64url') === mac;
  return isOurSpelling ? parts : undefined;
}
