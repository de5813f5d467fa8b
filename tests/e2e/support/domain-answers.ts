import type { Page } from '@playwright/test';

/** Shows a domain as a later check would find it: a site on loopback has no certificates to find. */
export async function withDomain(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.unroute('**/graphql');
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    if (operationName !== 'Domain') return route.fallback();
    const answer = await route.fetch();
    const json = (await answer.json()) as { data: { domain: Record<string, unknown> } };
    Object.assign(json.data.domain, change);
    await route.fulfill({ response: answer, json });
  });
}
