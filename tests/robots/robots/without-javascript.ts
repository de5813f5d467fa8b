import type { Robot } from '../robot.ts';

export const withoutJavascript: Robot = {
  name: 'JavaScript off',
  imitates: 'crawlers that run no scripts, press every button and send every form',
  hasHand: false,
  browser: 'headless',
  context: { javaScriptEnabled: false },
  async visit(link) {
    const page = await link.newPage();
    await page.goto(link.url);
    for (const button of await page.locator('button, input[type=submit]').all()) {
      await button.click({ timeout: 1_000, force: true }).catch(() => undefined);
    }
    const html = await page.content();
    for (const [, action = ''] of html.matchAll(/<form[^>]+action="([^"]*)"/g)) {
      await fetch(new URL(action, link.url), { method: 'POST', body: new URLSearchParams() });
    }
    await link.rest();
  },
};
