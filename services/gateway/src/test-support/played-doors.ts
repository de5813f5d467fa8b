import type { Asked } from './ask.ts';
import { customer } from './fake-accounts.ts';
import type { FakeResolvers } from './fake-subgraphs.ts';

/** What a played door was asked, in order. */
export type Inputs = Record<string, unknown>[];

export const newSession = { id: 'N'.repeat(43), rememberMe: null };
export const signedIn = { __typename: 'SignedIn', session: newSession, custid: customer.custid, locale: null };
export const credentials = { email: 'nina@example.com', password: 'correct horse' };

/** A service that plays one mutation with one answer. */
export function playing(field: string, answer: object | (() => object), inputs: Inputs = []): FakeResolvers {
  return {
    Mutation: {
      [field]: (_parent, { input }) => {
        inputs.push({ ...input });
        return typeof answer === 'function' ? answer() : answer;
      },
    },
  };
}

export function cookiesOf(answer: Asked): string[] {
  return answer.headers['set-cookie'] ?? [];
}
