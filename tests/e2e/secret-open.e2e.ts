import type { Page } from '@playwright/test';
import { lookLikeAPerson, pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';
import { traces } from './support/traces.ts';

const exact = ' line one\n\tline two  \n\nשלום 🔒 e\u0301 \\ "quoted" <b>& ';

test('SEC-1 a person opens a link and reads the message', async ({ api, secret }) => {
  const { secretKey } = await api.conceal('tea at five');
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('A private message for you');
  await secret.press();
  await expect(secret.heading).toHaveText('this message is for you');
  await expect(secret.value).toHaveValue('tea at five');
});

test('10.7 what is written small is shown with a capital; its text stays as it is', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('tea at five');
  const firstLetter = (text: string) =>
    page
      // Outside of it the same is said to screen readers.
      .locator('main')
      .getByText(text, { exact: true })
      .evaluate((element) => getComputedStyle(element, '::first-letter').textTransform);
  await secret.visit(secretKey);
  expect(await firstLetter('click to continue')).toBe('uppercase');
  await secret.press();
  expect(await firstLetter('this message is for you')).toBe('uppercase');
});

test('10.7 the page of a link that is gone says each thing once', async ({ secret, page }) => {
  await secret.visit('0'.repeat(31));
  await expect(page).toHaveTitle('Secret not found or already viewed · Onceover');
  await expect(secret.heading).toHaveText('That information is no longer available.');
  await expect(page.getByText('not found')).toHaveCount(0);
});

test('SEC-2 the second visit finds nothing', async ({ api, secret }) => {
  const { secretKey } = await api.conceal('once');
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('once');
  await secret.page.goto('/about');
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('That information is no longer available.');
});

test('SEC-3 viewed, burned, expired, unknown and mistyped links look the same', async ({
  api,
  expire,
  secret,
  page,
}) => {
  const [viewed, burned, expired] = [await api.conceal('a'), await api.conceal('b'), await api.conceal('c')];
  await api.reveal(viewed.secretKey);
  await api.burn(burned.metadataKey);
  await expire(expired.secretShortKey);
  const keys = [viewed.secretKey, burned.secretKey, expired.secretKey, '0'.repeat(31), 'Mistyped-KEY'];
  const looks: { text: string; picture: string }[] = [];
  for (const key of keys) {
    await secret.visit(key);
    looks.push({
      text: await page.locator('#root').innerHTML(),
      picture: (await page.screenshot()).toString('base64'),
    });
  }
  for (const look of looks) {
    expect(look.text).toBe(looks[0]?.text);
    expect(look.picture === looks[0]?.picture, 'the same picture').toBe(true);
  }
});

test('SEC-4 previews and scanners open nothing; a person still can', async ({ api, secret, baseURL }) => {
  const { secretKey } = await api.conceal('for a person');
  const agents = ['Slackbot-LinkExpanding 1.0', 'Microsoft Teams', 'WhatsApp/2.23', 'curl/8.5'];
  for (const agent of agents) {
    const answer = await fetch(`${baseURL}/secret/${secretKey}`, { headers: { 'User-Agent': agent } });
    expect(await answer.text()).not.toContain('for a person');
  }
  await fetch(`${baseURL}/secret/${secretKey}`, { method: 'HEAD' });
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('for a person');
});

test('SEC-5 a script on the page cannot open the link', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('not for scripts');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await secret.visit(secretKey);
  await page.evaluate(() => {
    const form = document.querySelector('form');
    const button = form?.querySelector<HTMLButtonElement>('button[type=submit]');
    form?.requestSubmit();
    form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    button?.click();
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await expect(secret.heading).toHaveText('A private message for you');
  expect(posts).toEqual([]);
  await secret.press();
  await expect(secret.value).toHaveValue('not for scripts');
});

test('SEC-6 K7 two wrong passphrases use nothing up, the right one opens', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('behind a word', { passphrase: 'plum' });
  await secret.visit(secretKey);
  await expect(secret.heading).toHaveText('This message needs a passphrase');
  await lookLikeAPerson(page);
  for (const wrong of ['pear', 'apple']) {
    await secret.passphrase.fill(wrong);
    await page.keyboard.press('Enter');
    await expect(secret.passphraseError).toHaveText('Double check that passphrase');
    await expect(secret.passphrase).toBeFocused();
    await expect(secret.open).toBeEnabled();
    expect(await secret.passphrase.evaluate((field: HTMLInputElement) => field.selectionEnd)).toBe(wrong.length);
  }
  await page.keyboard.type('plum');
  await page.keyboard.press('Enter');
  await expect(secret.value).toHaveValue('behind a word');
});

test('SEC-7 a passphrase is requested only if the message has one', async ({ api, secret }) => {
  await secret.visit((await api.conceal('a')).secretKey);
  await expect(secret.open).toBeVisible();
  await expect(secret.passphrase).toHaveCount(0);
  await secret.visit((await api.conceal('b', { passphrase: 'plum' })).secretKey);
  await expect(secret.passphrase).toBeVisible();
});

test('SEC-15 masthead, navigation and links are hidden; version and powered-by are shown', async ({
  api,
  secret,
  page,
}) => {
  await secret.visit((await api.conceal('a')).secretKey);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText(/v\d+\.\d+\.\d+ · powered by Onceover/);
});

test('SEC-16 a message that was cut says so', async ({ api, secret }) => {
  const { secretKey } = await api.conceal('x'.repeat(10_050));
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.page.getByText('The message was truncated b/c it was over')).toBeVisible();
  expect(await secret.value.inputValue()).toHaveLength(10_000);
});

test('SEC-17 the copy is exact to the byte', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal(exact);
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue(exact);
  await secret.copy.click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await lastCopy(page)).toBe(exact);
  await expect(secret.copy).toBeVisible({ timeout: 4_000 });
});

test('SEC-18 10,000 characters fit into 320 px without scrolling sideways', async ({ api, secret, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { secretKey } = await api.conceal('W'.repeat(10_000));
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue(/^W+$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('SEC-19 the pages of a valid and an invalid key are the same, byte for byte', async ({ api, baseURL }) => {
  const { secretKey } = await api.conceal('a');
  const [valid, invalid] = await Promise.all(
    [secretKey, 'z'.repeat(31)].map(async (key) => (await fetch(`${baseURL}/secret/${key}`)).text()),
  );
  expect(valid).toBe(invalid);
  expect(valid).toContain('<meta property="og:description" content="A private message that can be opened once.">');
});

test('SEC-20 of two people who click at once, one reads and the other finds nothing', async ({
  api,
  secret,
  page,
  otherBrowser,
}) => {
  const { secretKey } = await api.conceal('for one');
  const other = await otherBrowser();
  await Promise.all([secret.visit(secretKey), other.goto(`/secret/${secretKey}`)]);
  await Promise.all([secret.press(), pressLikeAPerson(other.getByRole('button', { name: 'click to continue' }))]);
  const headings = await Promise.all(
    [page, other].map(async (one) => {
      await expect(one.getByRole('heading', { level: 1 })).toHaveText(/this message is for you|no longer available/);
      return one.getByRole('heading', { level: 1 }).textContent();
    }),
  );
  expect(headings.toSorted()).toEqual(['That information is no longer available.', 'this message is for you']);
});

test('SEC-21 K6 K8 everything works by keyboard: open, copy, hide, show', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('by keyboard', { passphrase: 'plum' });
  await secret.visit(secretKey);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(secret.passphrase).toBeFocused();
  await page.keyboard.type('plum');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(secret.open).toBeFocused();
  await lookLikeAPerson(page);
  await page.keyboard.press('Enter');
  await expect(secret.heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(secret.value).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(secret.copy).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await lastCopy(page)).toBe('by keyboard');
  await page.keyboard.press('Escape');
  await expect(secret.value).not.toHaveValue('by keyboard');
  await page.keyboard.press('Escape');
  await expect(secret.value).toHaveValue('by keyboard');
});

test('SEC-14 SEC-12 no trace of the message is left: not on the page, not in the browser', async ({
  api,
  secret,
  page,
}) => {
  const { secretKey } = await api.conceal('sentinel-4711', { passphrase: 'plum-sentinel-4711' });
  await secret.visit(secretKey);
  await secret.passphrase.fill('plum-sentinel-4711');
  await secret.press();
  await expect(secret.value).toHaveValue('sentinel-4711');
  expect(await traces(page)).not.toContain('sentinel-4711');
  await page.goto('/');
  expect(await traces(page)).not.toContain(secretKey);
  await page.goBack();
  await expect(secret.heading).toHaveText('This message was closed.');
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(new RegExp(`sentinel|${secretKey}`));
  expect(await page.content()).not.toContain('sentinel-4711');
});

test('SEC-13 a page that the browser keeps for later has no message in it', async ({ api, secret, page }) => {
  const { secretKey } = await api.conceal('sentinel-1312');
  await secret.visit(secretKey);
  await secret.press();
  await expect(secret.value).toHaveValue('sentinel-1312');
  const atOnce = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    const values = [...document.querySelectorAll('textarea, input')].map((field) => (field as HTMLInputElement).value);
    return document.documentElement.outerHTML + values.join();
  });
  expect(atOnce).not.toContain('sentinel-1312');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(secret.heading).toHaveText('This message was closed.');
});

/** Keeps every animation that starts on a page: its class, its name, what pointers do there, and how long it takes. */
async function keepAnimations(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept: string[] = [];
    Object.assign(window, { kept });
    document.addEventListener('animationstart', ({ target, animationName }) => {
      if (!(target instanceof Element)) return;
      const { animationName: names, animationDuration: times, pointerEvents } = getComputedStyle(target);
      const all = times.split(', ');
      const time = all[names.split(', ').indexOf(animationName) % all.length];
      kept.push(`${target.classList[0]} ${animationName}, pointer ${pointerEvents}, ${time}`);
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'kept'));
}

test('a second press right after the first does nothing to the message, also where motion is unwanted', async ({
  api,
  secret,
  page,
}) => {
  const kept = await keepAnimations(page);
  const open = async () => {
    const { secretKey } = await api.conceal('tea at five');
    await secret.visit(secretKey);
    await secret.press();
    await expect(secret.value).toHaveValue('tea at five');
  };
  await open();
  await expect.poll(kept).toContain('settle settle, pointer none, 0.4s');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open();
  await expect
    .poll(kept)
    .toEqual(expect.arrayContaining(['settle enter, pointer none, 0.18s', 'settle settle, pointer none, 0.4s']));
});

test('nothing moves where motion is unwanted', async ({ api, secret, page }) => {
  const kept = await keepAnimations(page);
  const { secretKey } = await api.conceal('a message');
  await secret.visit(secretKey);
  expect(await secret.open.evaluate((button) => getComputedStyle(button).transitionDuration)).toBe('0s');
  await secret.press();
  await expect(secret.value).toHaveValue('a message');
  await expect.poll(kept).toContain('settle enter, pointer none, 1e-05s');
  // Kept apart: it moves nothing, and is as long for everybody.
  const moving = (await kept()).filter((told) => !told.startsWith('settle settle'));
  expect(moving.filter((told) => !told.endsWith(' 1e-05s'))).toEqual([]);
});
