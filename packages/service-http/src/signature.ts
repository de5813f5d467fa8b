import { hmac, isEqual, randomBytes, sha256 } from '@onceover/service-kit/crypto';
import { NamedError } from '@onceover/service-kit/errors';
import { GOOD_FOR_MS, ReplayWindow } from './replay-window.ts';

/**
 * How a request says who asks: `authorization: HMAC-SHA-256 <caller> <called> <time> <id> <hash of the body> <code>`. The code is
 * over method, path and all that stands before it, under the key that the two services share. The time is in Unix milliseconds,
 * the id is 16 random bytes; those and both hashes are base64url.
 */
const SCHEME = 'HMAC-SHA-256';
const FORM = /^HMAC-SHA-256 ([a-z-]{1,40}) ([a-z-]{1,40}) (\d{13}) ([\w-]{22}) ([\w-]{43}) ([\w-]{43})$/;
const ID_BYTES = 16;

export type Sign = (method: string, path: string, body: string | Uint8Array) => string;

/** Signs the requests of one service to another. */
export function createSigner(caller: string, called: string, key: Uint8Array, now: () => number = Date.now): Sign {
  return (method, path, body) => {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const signed = `${SCHEME} ${caller} ${called} ${now()} ${id} ${hashOf(body)}`;
    return `${signed} ${codeOf(key, method, path, signed).toString('base64url')}`;
  };
}

/** Why a request is not answered. */
export type RefusalCause =
  | 'unsigned'
  | 'wrong-service'
  | 'expired'
  | 'unknown-caller'
  | 'wrong-key'
  | 'before-start'
  | 'replayed'
  | 'too-many'
  | 'other-body';

const sentences: Readonly<Record<RefusalCause, string>> = {
  unsigned: 'Requests of services are signed; this one is not, or in a form that is not known here.',
  'wrong-service': 'This request was signed for another service than the one that it reached.',
  expired: `This request was signed more than ${GOOD_FOR_MS / 1_000} seconds ago, or in the future. Set both clocks.`,
  'unknown-caller': 'There is no key for the service that signed this request.',
  'wrong-key': 'This request was not signed with the key that both services share.',
  'before-start':
    'This request was signed before this process started, so nobody knows whether it was answered already.',
  replayed: 'This request was sent before.',
  'too-many': 'There are too many requests to tell which of them were sent before.',
  'other-body': 'The body of this request is not the one that was signed.',
};

/** A request that nobody vouches for. Nothing of it was done. */
export class RequestRefused extends NamedError {
  readonly reason: RefusalCause;
  /** Whom it says it is from, if there is a key for that name. */
  readonly caller: string | undefined;

  constructor(reason: RefusalCause, caller?: string) {
    super(sentences[reason]);
    this.reason = reason;
    this.caller = caller;
  }
}

/** Who asks, and what must be the hash of the body. */
export interface Vouched {
  readonly caller: string;
  readonly hash: string;
}

export interface VerifierOptions {
  /** The service that is asked. */
  readonly called: string;
  /** The keys that it shares with another one, more than one while they are replaced; none for whoever may not ask. */
  readonly keysOf: (caller: string) => readonly Uint8Array[];
  readonly now?: () => number;
  readonly window?: ReplayWindow;
}

/** Tells from method, path and header who sends a request. Throws `RequestRefused`. */
export function createVerifier({ called, keysOf, now = Date.now, window = new ReplayWindow() }: VerifierOptions) {
  const startedAt = now();
  return (method: string, path: string, header: string | undefined): Vouched => {
    const [, caller = '', to = '', time = '', id = '', hash = '', code = ''] = FORM.exec(header ?? '') ?? [];
    if (header === undefined || code === '') throw new RequestRefused('unsigned');
    if (to !== called) throw new RequestRefused('wrong-service');
    const keys = keysOf(caller);
    if (keys.length === 0) throw new RequestRefused('unknown-caller');
    const [at, signedAt] = [now(), Number(time)];
    if (Math.abs(at - signedAt) > GOOD_FOR_MS) throw new RequestRefused('expired', caller);
    const signed = header.slice(0, -(code.length + 1));
    const given = Buffer.from(code, 'base64url');
    if (!keys.some((key) => isEqual(codeOf(key, method, path, signed), given))) {
      throw new RequestRefused('wrong-key', caller);
    }
    // What an earlier process of this service has seen is not known.
    if (signedAt < startedAt) throw new RequestRefused('before-start', caller);
    const admitted = window.admit(id, signedAt, at);
    if (admitted !== 'new') throw new RequestRefused(admitted === 'seen' ? 'replayed' : 'too-many', caller);
    return { caller, hash };
  };
}

/** Throws `RequestRefused` for another body than the one that was vouched for. */
export function mustBeBody(body: Uint8Array, { hash }: Vouched): void {
  if (hashOf(body) !== hash) throw new RequestRefused('other-body');
}

function hashOf(body: string | Uint8Array): string {
  return sha256(body).toString('base64url');
}

function codeOf(key: Uint8Array, method: string, path: string, signed: string): Buffer {
  return hmac(key, `${method} ${path}\n${signed}`);
}
