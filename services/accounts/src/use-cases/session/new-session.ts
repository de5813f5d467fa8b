import { sha256 } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import { maxSessions } from '../../domain/session/session-lifetimes.ts';
import type { Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { RememberMeRecord, SessionRecord } from '../account/session-book.ts';

const idBytes = 32;
const selectorBytes = 16;

type Random = Pick<AccountPorts, 'randomBytes'>;

/** The hash a session is stored under; only the browser has the id itself. */
export function sessionHash(id: string): Buffer {
  return sha256(id);
}

export function mintSession(
  { randomBytes }: Random,
  facts: Omit<SessionRecord, 'idHash' | 'createdAt' | 'lastSeenAt'>,
  at: Date,
): { readonly id: string; readonly record: SessionRecord } {
  const id = randomBytes(idBytes).toString('base64url');
  return { id, record: { ...facts, idHash: sessionHash(id), createdAt: at, lastSeenAt: at } };
}

/** A remember-me cookie: a selector to find it by and a validator that is stored as a hash. It works once. */
export function mintRememberMe(
  { randomBytes }: Random,
  facts: Pick<RememberMeRecord, 'family' | 'accountRef' | 'hasSecondFactor' | 'beganAt'>,
  at: Date,
): { readonly value: string; readonly record: RememberMeRecord } {
  const selector = randomBytes(selectorBytes);
  const validator = randomBytes(idBytes);
  const value = `${selector.toString('base64url')}.${validator.toString('base64url')}`;
  const record = { ...facts, selector, validatorHash: sha256(validator), issuedAt: at, usedAt: null, isForked: false };
  return { value, record };
}

/** Whom a session is for, and whether their browser is to be remembered. */
type SignedIn = Pick<SessionRecord, 'accountRef' | 'hasSecondFactor' | 'provenAt' | 'userAgentFamily'> & {
  readonly isRemembered: boolean;
};

/** A session with a fresh id, perhaps with the first cookie of a family; `write` stores both, and the oldest sessions end. */
export function newSignIn(ports: Pick<AccountPorts, 'randomBytes' | 'sessions'>, wish: SignedIn, at: Date) {
  const { isRemembered, ...facts } = wish;
  const { accountRef, hasSecondFactor } = facts;
  const family = isRemembered ? newId() : null;
  const session = mintSession(ports, { ...facts, isWaiting: false, wantsRememberMe: false, family }, at);
  const remembered =
    family === null ? null : mintRememberMe(ports, { family, accountRef, hasSecondFactor, beganAt: at }, at);
  return {
    cookies: { id: session.id, rememberMe: remembered?.value ?? null },
    async write(tx: Tx): Promise<void> {
      await ports.sessions.add(tx, session.record, maxSessions);
      if (remembered !== null) await ports.sessions.addRememberMe(tx, remembered.record);
    },
  };
}

/** The two halves of a cookie; null when it cannot be one of ours. */
export function splitRememberMe(value: string): { readonly selector: Buffer; readonly validatorHash: Buffer } | null {
  const match = /^([\w-]{22})\.([\w-]{43})$/.exec(value);
  if (match === null) return null;
  const [, selector = '', validator = ''] = match;
  return {
    selector: Buffer.from(selector, 'base64url'),
    validatorHash: sha256(Buffer.from(validator, 'base64url')),
  };
}
