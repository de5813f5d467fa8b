import type { Page } from '@playwright/test';

const bound = { __typename: 'RequestLimit', limit: 'export', kind: 'ACCOUNT', actions: 30, seconds: 3600 };

/** Limits that hold somebody back: the system of these tests has none. `lifted` gets the inputs of what is lifted. */
export async function playLimits(page: Page, lifted: unknown[] = []): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + 1_200;
  let limited = [
    {
      id: '0197a000-0000-7000-8000-000000000001',
      limit: 'signIn',
      kind: 'NETWORK',
      who: 'k3V9-q2m',
      actions: 50,
      seconds: 900,
      refused: 14,
    },
    {
      id: '0197a000-0000-7000-8000-000000000002',
      limit: 'export',
      kind: 'ACCOUNT',
      who: '0197a000-0000-7000-8000-0000000000aa',
      actions: 30,
      seconds: 3600,
      refused: 2,
    },
  ].map((each) => ({ __typename: 'LimitedActor', until, ...each }));
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    if (operationName === 'LiftLimit') {
      lifted.push(variables.input);
      limited = limited.filter(({ id }) => id !== variables.input.id);
      return await route.fulfill({
        json: { data: { liftLimit: { __typename: 'LimitLifted', id: variables.input.id } } },
      });
    }
    if (operationName !== 'RequestLimits') return await route.continue();
    const limits = [
      bound,
      { ...bound, limit: 'signIn', kind: 'NETWORK', actions: 50, seconds: 900 },
      { ...bound, limit: 'conceal', kind: 'VISITORS', actions: 3000, seconds: 86_400 },
    ];
    await route.fulfill({ json: { data: { requestLimits: { __typename: 'RequestLimits', limits, limited } } } });
  });
}
