import type { Page } from '@playwright/test';
import { toldSecret } from './told-activity.ts';

const states = ['NEW', 'RECEIVED', 'BURNED', 'EXPIRED'] as const;
const email = { deliveries: [{ __typename: 'Delivery', status: 'SENT', at: 1 }], recipients: 'mi*****@e*****.com' };

/** The customer has so many secrets in the first of the lists, all of them shown, labelled or sent by email in turn. */
export async function playRows(page: Page, many: number): Promise<void> {
  const nodes = Array.from({ length: many }, (_, place) => {
    const state = states[place % states.length];
    const at = 1_700_000_000 + 60 * place;
    const ended = { received: at, burned: at, expired: at };
    const more = place % 3 === 0 ? { label: `Label ${place}` } : email;
    return toldSecret(place, { created: at, state, ...ended, ...more });
  });
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON().operationName !== 'Dashboard') return await route.fallback();
    const answer = await route.fetch();
    const json = await answer.json();
    json.data.viewer.recentCounts.notReceived = many;
    json.data.viewer.waiting.nodes = nodes;
    await route.fulfill({ response: answer, json });
  });
}
