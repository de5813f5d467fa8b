import type { Clock } from '@onceover/service-kit/clock';
import { hmac, isEqual, join, randomBytes, sha256 } from '@onceover/service-kit/crypto';

/** `plain` asks to be weighed, `hold` for the held button, `held` is of a page whose button was held. */
export type IntentKind = 'plain' | 'hold' | 'held';

/** What the page of a link got with its look, as it came back. */
export interface Intent {
  readonly kind: IntentKind;
  /** Its name among the spent ones. */
  readonly nonce: string;
  readonly ageMs: number;
  readonly expires: Date;
  /** The challenge whose proof of work goes with a `hold`; empty otherwise. */
  readonly challenge: string;
}

/** Issues and reads intents. Nothing is stored. */
export interface Intents {
  /** A new intent for one link; `challenge`: 64 hexadecimal digits, of a `hold` only. */
  issue(secretKey: string, kind: IntentKind, challenge?: string): string;
  /** Undefined for what was not issued here, for another link, or too long ago. */
  read(text: string, secretKey: string): Intent | undefined;
}

const LIFE_MS = 600_000;
/** Gateways whose clocks differ by less understand each other. */
const SKEW_MS = 60_000;
const NONCE_BYTES = 12;
const TIME_BYTES = 6;
const HEAD_BYTES = 1 + TIME_BYTES + NONCE_BYTES;
const kinds: readonly IntentKind[] = ['plain', 'hold', 'held'];
const FORM = /^i1\.([A-Za-z0-9_-]{20,120})\.([A-Za-z0-9_-]{43})$/;

/**
 * Intents under one key of the installation: each gateway reads those of every other, and of itself before a restart.
 *
 * Shape    `i1.` body `.` HMAC over (label, body, H(secret key)), base64url; the body is kind, time, nonce and challenge
 * Units    ten minutes
 */
export function intents(key: Uint8Array, clock: Clock): Intents {
  const macOf = (body: Uint8Array, secretKey: string) => hmac(key, join('intent', body, sha256(secretKey)));
  return {
    issue(secretKey, kind, challenge = '') {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(clock.now().getTime(), 0, TIME_BYTES);
      const body = Buffer.concat([
        Buffer.of(kinds.indexOf(kind)),
        time,
        randomBytes(NONCE_BYTES),
        Buffer.from(challenge, 'hex'),
      ]);
      return `i1.${body.toString('base64url')}.${macOf(body, secretKey).toString('base64url')}`;
    },
    read(text, secretKey) {
      const [, bodyText = '', macText = ''] = FORM.exec(text) ?? [];
      const body = Buffer.from(bodyText, 'base64url');
      if (bodyText === '' || !isEqual(macOf(body, secretKey), Buffer.from(macText, 'base64url'))) return undefined;
      const issued = body.readUIntBE(1, TIME_BYTES);
      const ageMs = clock.now().getTime() - issued;
      if (ageMs > LIFE_MS || ageMs < -SKEW_MS) return undefined;
      return {
        kind: kinds[body[0] ?? 0] ?? 'plain',
        nonce: body.subarray(1, HEAD_BYTES).toString('base64url'),
        ageMs,
        expires: new Date(issued + LIFE_MS + SKEW_MS),
        challenge: body.subarray(HEAD_BYTES).toString('hex'),
      };
    },
  };
}
