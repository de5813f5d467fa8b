import { workerPath, workerRemover } from '@onceover/schema/web/app-files';
import { chromium, type Page } from '@playwright/test';
import { ready } from '../support/pages/home-page.ts';
import { axeOn } from './support/axe.ts';
import { chromiumArguments, systemChromium } from './support/chromium.ts';
import { expect, test } from './support/fixtures.ts';
import { siteBehind } from './support/site-behind.ts';

const canary = 'canary-7f3a the plums';

/** Resolves when the site's worker answers. */
async function workerOf(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>((activated) => {
      active?.addEventListener('statechange', () => active.state === 'activated' && activated());
    });
  });
}

/** Hands in a text as the share sheet of a phone does: a form of several parts, sent as a page that is opened. */
async function share(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all([
    page.waitForURL((url) => url.pathname !== '/about'),
    page.evaluate((given) => {
      const form = Object.assign(document.createElement('form'), {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
      });
      for (const [name, value] of Object.entries(given)) {
        const field = Object.assign(document.createElement('textarea'), { name, value });
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    }, fields),
  ]);
  await ready(page);
}

/** Everything that the browser keeps for this site, and what the page's address and history say. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const stored = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const storages = [{ ...localStorage }, { ...sessionStorage }];
    const { href } = location;
    const entries = performance.getEntries().map(({ name }) => name);
    return JSON.stringify({
      databases,
      stored,
      storages,
      href,
      state: history.state,
      entries,
      cookies: document.cookie,
    });
  });
}

test('Chromium can install it as an app, with a share target and shortcuts, in the language of the page', async ({
  baseURL,
}) => {
  const executablePath = systemChromium();
  // The headless shell never installs anything, and a private window may not: a whole Chromium with a profile of its own.
  const context = await chromium.launchPersistentContext('', {
    baseURL: baseURL ?? '',
    headless: false,
    args: [...chromiumArguments, '--headless=new'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const [page = await context.newPage()] = context.pages();
    const browser = await context.newCDPSession(page);
    const faults = async () => (await browser.send('Page.getInstallabilityErrors')).installabilityErrors;
    // The page of a link is no app.
    await page.goto('/secret/x');
    expect((await faults()).map(({ errorId }) => errorId)).toEqual(['no-manifest']);
    await page.goto('/?locale=he');
    await ready(page);
    await workerOf(page);
    expect(await faults()).toEqual([]);
    const { errors, url, data } = await browser.send('Page.getAppManifest');
    expect([errors, new URL(url).pathname]).toEqual([[], '/manifests/he.webmanifest']);
    const manifest = JSON.parse(data ?? '{}');
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/',
      display: 'standalone',
      lang: 'he',
      dir: 'rtl',
    });
    expect(manifest.shortcuts.map((one: { url: string }) => one.url)).toEqual(['/', '/recent']);
    expect(manifest.share_target).toMatchObject({ method: 'POST', enctype: 'multipart/form-data' });
    expect(manifest.icons.map((one: { purpose: string }) => one.purpose)).toContain('maskable');
  } finally {
    await context.close();
  }
});

test('what another app shares is in the form, and nowhere else, until the person creates the link', async ({
  page,
  home,
  baseURL,
  guard,
}) => {
  await using site = await siteBehind(baseURL ?? '');
  guard.admit(site.origin);
  await page.goto(`${site.origin}/about`);
  await ready(page);
  await workerOf(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await share(page, { title: 'My note', text: canary, url: 'https://plums.example/' });
  await expect(home.text).toHaveValue(`${canary}\nhttps://plums.example/`);
  await expect(page.locator('main .notice')).toContainText('The shared text is in the form.');
  expect(new URL(page.url()).href).toBe(`${site.origin}/`);
  expect(site.reached.map(({ what }) => what)).not.toContain('POST /share');
  expect(site.reached.map(({ what }) => what)).toContain('GET /?notice=shared');
  expect(JSON.stringify([site.reached, said, await keptBy(page)])).not.toContain('canary-7f3a');
  // It was given once: neither a reload nor whoever asks again gets it.
  await home.text.fill('');
  await page.goto(`${site.origin}/?notice=shared`);
  await expect(page.locator('main .notice')).toContainText('The shared text did not arrive.');
  await expect(home.text).toHaveValue('');
  await page.reload();
  await ready(page);
  await expect(page.locator('main .notice')).toHaveCount(0);
});

test('a customer gets it in the form of the dashboard, and creates the link', async ({
  people,
  enterAs,
  page,
  home,
  metadata,
}) => {
  await enterAs(await people.customer());
  await page.goto('/about');
  await ready(page);
  await workerOf(page);
  await share(page, { text: canary });
  await expect(page).toHaveURL('/dashboard');
  await expect(home.text).toHaveValue(canary);
  await home.create.click();
  await page.waitForURL('**/private/*');
  await expect(metadata.heading).toBeVisible();
});

test('what is longer than a link may hold is cut in sight', async ({ page, home }) => {
  await page.goto('/about');
  await ready(page);
  await workerOf(page);
  await share(page, { text: 'x'.repeat(10_001) });
  await expect(home.text).toHaveValue('x'.repeat(10_000));
  await expect(page.locator('main')).toContainText('The message was truncated');
});

test.describe('in a browser that has no worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the site answers, and the page says that nothing arrived', async ({ page, home }) => {
    await page.goto('/about');
    await ready(page);
    await share(page, { text: canary });
    await expect(page.locator('main .notice')).toContainText('The shared text did not arrive. Share it again.');
    await expect(home.text).toHaveValue('');
    expect(await keptBy(page)).not.toContain('canary-7f3a');
  });
});

test('without a connection a page has a stand-in in the person’s language, which opens the page when there is one', async ({
  page,
  context,
  guard,
  baseURL,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED|status of 503/);
  await page.goto('/about');
  await ready(page);
  await workerOf(page);
  await context.setOffline(true);
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await expect(page).toHaveURL('/pricing');
  const axe = await axeOn(page);
  expect((await axe.analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await context.addCookies([{ name: 'locale', value: 'he', url: baseURL ?? '' }]);
  await page.goto('/about');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('אין חיבור לרשת');
  await context.setOffline(false);
  await ready(page);
  await expect(page).toHaveURL('/about');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test('nothing stands in for a page with a key', async ({ page, context }) => {
  await page.goto('/about');
  await ready(page);
  await workerOf(page);
  await context.setOffline(true);
  for (const path of ['/secret/x', '/private/x', '/forgot/x', '/logout'])
    await expect(page.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await context.setOffline(false);
});

test('without a connection the form says so and keeps everything; with one it goes on', async ({
  page,
  context,
  home,
  guard,
}) => {
  guard.allow(/ERR_INTERNET_DISCONNECTED/);
  await home.open();
  await workerOf(page);
  await home.text.fill(canary);
  await home.passphrase.fill('plum');
  await context.setOffline(true);
  await home.create.click();
  await expect(home.error).toContainText('You are offline. Nothing was sent.');
  await expect(home.text).toHaveValue(canary);
  await expect(home.passphrase).toHaveValue('plum');
  expect(await keptBy(page)).not.toContain('canary-7f3a');
  await context.setOffline(false);
  await home.create.click();
  await page.waitForURL('**/private/*');
});

test('the worker of a next release takes over while a page is open; switched off, it is removed', async ({
  page,
  baseURL,
  guard,
}) => {
  await using site = await siteBehind(baseURL ?? '');
  guard.admit(site.origin);
  await page.goto(`${site.origin}/about`);
  await ready(page);
  await workerOf(page);
  const next = '/* the next release */';
  site.replace(workerPath, (script) => next + script);
  const first = await page.evaluateHandle(async () => (await navigator.serviceWorker.getRegistration())?.active);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect
    .poll(() =>
      page.evaluate(async (before) => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (
          registration?.waiting === null && registration.active?.state === 'activated' && registration.active !== before
        );
      }, first),
    )
    .toBe(true);
  site.replace(workerPath, () => workerRemover);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
