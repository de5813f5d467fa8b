import type { AnonymousCaller, CustomerCaller } from '../caller.ts';

/** Somebody signed in by session. */
export function customer(accountRef: string, change: Partial<CustomerCaller> = {}): CustomerCaller {
  return {
    kind: 'customer',
    accountRef,
    custid: 'somebody@example.com',
    planId: 'identity',
    role: 'customer',
    hasSecondFactor: false,
    credential: { kind: 'session', ref: 'session' },
    network: '192.0.2.0/24',
    requestId: 'req-test',
    origin: { surface: 'web' },
    ...change,
  };
}

/** The same, by a token of these scopes. */
export function byToken(accountRef: string, ...scopes: readonly string[]): CustomerCaller {
  return customer(accountRef, { credential: { kind: 'token', ref: 'token', scopes } });
}

export const visitor: AnonymousCaller = {
  kind: 'anonymous',
  network: '192.0.2.0/24',
  requestId: 'req-test',
  origin: { surface: 'web' },
};
