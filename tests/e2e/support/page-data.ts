import type { Page } from '@playwright/test';

/** Serves the next pages as if the server had other settings: page data is changed on its way to the browser. */
export async function withPageData(page: Page, change: (data: Record<string, unknown>) => void): Promise<void> {
  await page.route(
    (url) => !/^\/(dist|api)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html.replace(/(id="page-data">)(.*?)(<\/script>)/s, (_all, start, json, end) => {
        const data = JSON.parse(json);
        change(data);
        return start + JSON.stringify(data) + end;
      });
      await route.fulfill({ response: answer, body });
    },
  );
}
