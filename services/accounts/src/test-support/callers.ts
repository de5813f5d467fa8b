import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { ownOrigin } from '@onceover/service-kit/origin';

/** Somebody signed in by session. */
export function customer(accountRef: string, change: Partial<CustomerCaller> = {}): CustomerCaller {
  return {
    kind: 'customer',
    accountRef,
    custid: 'nina@example.com',
    planId: 'identity',
    role: 'customer',
    hasSecondFactor: false,
    credential: { kind: 'session', ref: 'session' },
    network: '192.0.2.0/24',
    requestId: 'req-test',
    origin: ownOrigin('web'),
    ...change,
  };
}

/** The same, by a token of these scopes. */
export function byToken(accountRef: string, ...scopes: readonly string[]): CustomerCaller {
  return customer(accountRef, { credential: { kind: 'token', ref: 'token', scopes } });
}

export const visitor: Caller = {
  kind: 'anonymous',
  network: '192.0.2.0/24',
  requestId: 'req-test',
  origin: ownOrigin('web'),
};
