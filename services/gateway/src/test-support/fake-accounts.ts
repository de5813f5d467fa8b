import { resolveHost } from '@onceover/schema/internal/custom-domains';
import type { CustomerFacts } from '@onceover/schema/internal/customer';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { resolveToken } from '@onceover/schema/internal/resolve-token';
import { OutageError } from '@onceover/service-kit/errors';
import {
  type AskInternal,
  answering,
  createInternalCalls,
  type InternalHandler,
} from '@onceover/service-kit/internal-call';
import type { z } from 'zod';

type TokenFound = z.input<typeof resolveToken.output>;

/** A session that the played accounts service knows. */
export interface FakeSession {
  readonly customer: CustomerFacts;
  readonly isWaiting?: boolean;
}

/** What the played accounts service knows; a test changes it as it goes. */
export interface FakeAccounts {
  readonly sessions: Map<string, FakeSession>;
  /** Remember-me cookie → the session and successor it is exchanged for, once. */
  readonly remembered: Map<string, { readonly sessionId: string; readonly rememberMe: string }>;
  /** `custid:token` → scopes. */
  readonly tokens: Map<string, readonly string[]>;
  readonly hosts: Set<string>;
  /** Inputs of resolveSession, in order. */
  readonly lookups: { sessionId: string | null; rememberMe: string | null; extendsIdle: boolean }[];
  isAway: boolean;
  isTokenLimited: boolean;
}

export const customer: CustomerFacts = {
  accountRef: '0198a000-0000-7000-8000-000000000001',
  custid: 'nina@example.com',
  planId: 'basic',
  role: 'customer',
  hasSecondFactor: false,
  isTwoStepOn: false,
  locale: null,
};

/** Nobody and nothing, to begin with. */
export function fakeAccounts(given: Partial<FakeAccounts> = {}): FakeAccounts {
  return {
    sessions: new Map(),
    remembered: new Map(),
    tokens: new Map(),
    hosts: new Set(),
    lookups: [],
    isAway: false,
    isTokenLimited: false,
    ...given,
  };
}

/** Asks the played accounts service, and whatever else a test plays. */
export function askFake(accounts: FakeAccounts, played: readonly InternalHandler[] = []): AskInternal {
  const calls = createInternalCalls();
  calls.register(played);
  const here = () => {
    if (accounts.isAway) throw new OutageError('accounts', { retryAfterSeconds: 7 });
  };
  calls.register([
    answering(resolveSession, async (input) => {
      here();
      accounts.lookups.push(input);
      return lookUp(accounts, input);
    }),
    answering(resolveToken, async ({ custid, token }): Promise<TokenFound> => {
      here();
      if (accounts.isTokenLimited) return { kind: 'limited', retryAfterSeconds: 9 };
      const scopes = accounts.tokens.get(`${custid}:${token}`);
      if (scopes === undefined) return { kind: 'refused' };
      return { kind: 'customer', ref: 'token-1', scopes: [...scopes], customer: { ...customer, custid } };
    }),
    answering(resolveHost, async ({ host }) => {
      here();
      return { isVerified: accounts.hosts.has(host) };
    }),
  ]);
  return calls.ask;
}

function lookUp(accounts: FakeAccounts, input: { sessionId: string | null; rememberMe: string | null }) {
  const known = input.sessionId === null ? undefined : accounts.sessions.get(input.sessionId);
  if (known !== undefined) {
    const { customer: facts, isWaiting = false } = known;
    return { session: { ref: 'ref', isWaiting, customer: facts }, issued: null, forgetsRememberMe: false };
  }
  const issued = accounts.remembered.get(input.rememberMe ?? '');
  if (issued === undefined) return { session: null, issued: null, forgetsRememberMe: input.rememberMe !== null };
  accounts.remembered.delete(input.rememberMe ?? '');
  accounts.sessions.set(issued.sessionId, { customer });
  return { session: { ref: 'ref', isWaiting: false, customer }, issued, forgetsRememberMe: false };
}
