import { expect, test } from './support/fixtures.ts';

test('10.9 every icon, the picture and the manifest that a page names are there', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.locator('html[data-app-ready]').waitFor();
  const named = await page.evaluate(() => [
    ...[...document.querySelectorAll('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]')].map(
      (link) => (link as HTMLLinkElement).href,
    ),
    document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content ?? 'no picture',
  ]);
  expect(named).toHaveLength(5);
  const manifest = await (await fetch(`${baseURL}/manifest.webmanifest`)).json();
  const icons: string[] = manifest.icons.map(({ src }: { src: string }) => `${baseURL}${src}`);
  for (const address of [...named, ...icons]) {
    const answer = await fetch(address);
    expect([address, answer.status]).toEqual([address, 200]);
    expect(answer.headers.get('content-type'), address).toMatch(/^(image\/|application\/manifest)/);
  }
  const faults = await (await page.context().newCDPSession(page)).send('Page.getAppManifest');
  expect(faults.errors).toEqual([]);
});

test('10.9 public pages describe themselves, each in its own words', async ({ baseURL }) => {
  const paths = ['/', '/about', '/incoming', '/feedback', '/pricing', '/signin', '/signup'];
  const descriptions = await Promise.all(
    paths.map(async (path) => {
      const html = await (await fetch(baseURL + path)).text();
      const [, description] = /<meta name="description" content="([^"]+)">/.exec(html) ?? [];
      expect(html, path).toContain(`<meta property="og:description" content="${description}">`);
      return description;
    }),
  );
  expect(new Set(descriptions).size).toBe(paths.length);
});

test('10.9 the frame of the browser takes the colour of the chosen theme, and of the system again', async ({
  page,
}) => {
  const colour = () =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      return metas.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
    });
  await page.goto('/');
  await page.locator('html[data-app-ready]').waitFor();
  const [light] = await colour();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  const [dark] = await colour();
  expect([light, dark]).toEqual(['#fbfaf7', '#0d0f15']);
  await page.reload();
  await page.locator('html[data-app-ready]').waitFor();
  expect(await colour()).toEqual([dark]);
  await page.getByRole('radio', { name: 'System' }).check({ force: true });
  expect(await colour()).toEqual([light]);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(251, 250, 247)');
});
