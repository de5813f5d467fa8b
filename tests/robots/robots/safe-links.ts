import type { Robot } from '../robot.ts';

const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0';

export const safeLinks: Robot = {
  name: 'fetch and render',
  imitates:
    'Microsoft Defender Safe Links and its likes: asks for the page and what it calls, then renders it, scrolls and takes its picture',
  hasHand: false,
  browser: 'hidden',
  context: { userAgent: edge },
  async visit(link) {
    const headers = { 'user-agent': edge };
    await fetch(link.url, { headers, method: 'HEAD' });
    await fetch(link.url, { headers });
    const page = await link.newPage();
    const called = new Set<string>();
    page.on('request', (request) => request.resourceType() === 'fetch' && called.add(request.url()));
    await page.goto(link.url);
    await page.waitForLoadState('networkidle');
    await page.mouse.wheel(0, 2_000);
    await page.screenshot({ fullPage: true });
    await page.evaluate(() => Array.from(document.links, ({ href }) => href));
    // What the page asked for is fetched again, outside of it.
    for (const url of called) await fetch(url, { headers });
    await link.rest();
  },
};
