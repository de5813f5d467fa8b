import { customer, type FakeAccounts, fakeAccounts } from './fake-accounts.ts';
import type { FakeContext, FakeResolvers } from './fake-subgraphs.ts';
import { gate } from './sample-data.ts';

/** Callers that a played service saw, in order. */
export type Callers = FakeContext['caller'][];

/** A secrets service that shows one secret to everybody and remembers who asked. */
export function remembering(callers: Callers): FakeResolvers {
  return {
    Query: {
      secret: (_parent, _args, { caller }) => {
        callers.push(caller);
        return gate;
      },
    },
  };
}

/** One customer with one session. */
export function signedIn(session: string, more: Partial<typeof customer> = {}, isWaiting = false): FakeAccounts {
  return fakeAccounts({ sessions: new Map([[session, { customer: { ...customer, ...more }, isWaiting }]]) });
}

export function basicOf(text: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}
