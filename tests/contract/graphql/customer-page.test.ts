import { webOperations } from '@onceover/schema/operations';
import { expect, test } from 'vitest';
import type { Person } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

/** The web app's own document, as the colonel's page of a customer sends it. */
const operation = webOperations.find(({ name }) => name === 'Customer');

async function shownTo({ browser }: Person, id: string) {
  const { json } = await browser.graph(operation?.document ?? '', { id });
  return { customer: json.data?.customer ?? null, code: json.errors?.[0]?.extensions.code };
}

test('a colonel gets a customer from three services in one query, and nobody else gets any of it', async () => {
  const customer = await system.people.customer();
  await customer.browser.post('/api/v2/secret/conceal', { secret: 'plain as day' });
  await system.drain();
  const { id } = (await customer.browser.graph('{ viewer { id } }')).json.data.viewer;
  const colonel = await system.people.colonel({ secondFactor: true });
  expect(operation?.to).toBe('planned');
  expect(await shownTo(colonel, id)).toEqual({
    code: undefined,
    customer: {
      __typename: 'Customer',
      id,
      custid: customer.email,
      role: 'CUSTOMER',
      isVerified: true,
      isDisabled: false,
      created: expect.any(Number),
      lastSignIn: expect.any(Number),
      plan: { __typename: 'Plan', id: 'basic', name: expect.any(String) },
      twoStep: { __typename: 'TwoStep', isEnabled: false },
      usage: expect.objectContaining({ secretsCreated: 1, secretsShared: 0, secretsBurned: 0 }),
      sessions: [expect.objectContaining({ __typename: 'Session', userAgentFamily: expect.any(String) })],
      recentCounts: { __typename: 'RecentCounts', received: 0, notReceived: 1 },
      emails: {
        __typename: 'CustomerEmails',
        queued: 0,
        sent: 1,
        failed: 0,
        suppressed: 0,
        bounced: 0,
        lastFailure: null,
      },
    },
  });
  expect(await shownTo(colonel, crypto.randomUUID())).toEqual({ customer: null, code: undefined });
  const titled = await system.people.colonel({ secondFactor: false });
  for (const person of [customer, titled]) {
    expect(await shownTo(person, id)).toEqual({ customer: null, code: 'NOT_AUTHORIZED' });
  }
});
