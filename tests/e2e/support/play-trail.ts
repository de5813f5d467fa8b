import type { Page } from '@playwright/test';

/** The trail has so many entries, like one that is there, and gives so many at once; nothing is added afterwards. */
export async function playTrail(page: Page, many: number, atOnce = many): Promise<void> {
  let isAsked = false;
  await page.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON();
    if (asked.operationName !== 'AuditTrail') return await route.fallback();
    const { after } = asked.variables;
    const postData = { ...asked, variables: { ...asked.variables, after: null } };
    const answer = await route.fetch({ postData });
    const json = await answer.json();
    const [one] = json.data.auditTrail.entries;
    const from = after === null ? Number(isAsked) * many : Number(after);
    isAsked = true;
    const entries = Array.from({ length: Math.min(atOnce, many - from) }, (_, at) => ({
      ...one,
      id: `0197a000-0000-7000-8000-${String(from + at).padStart(12, '0')}`,
    }));
    const next = from + entries.length;
    json.data.auditTrail = { ...json.data.auditTrail, entries, endCursor: next < many ? String(next) : null };
    await route.fulfill({ response: answer, json });
  });
}
