import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

for (const signup of [false, true]) {
  for (const signin of [false, true]) {
    test(`HDR-1 the header links follow the flags: sign-up ${signup}, sign-in ${signin}`, async ({ home, page }) => {
      await withPageData(page, (data) => {
        data.authentication = { enabled: true, signin, signup };
      });
      await home.open();
      const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
      await expect(links).toHaveText([...(signup ? ['Create account'] : []), 'About', ...(signin ? ['Sign in'] : [])]);
    });
  }
}

test('HDR-1 on a narrow screen several links fold into a menu', async ({ home, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await withPageData(page, (data) => {
    data.authentication = { enabled: true, signin: true, signup: true };
  });
  await home.open();
  const menu = page.getByRole('button', { name: 'Menu' });
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await expect(signIn).toBeHidden();
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(signIn).toBeVisible();
});

for (const [plansEnabled, enabled] of [
  [true, true],
  [true, false],
  [false, true],
] as const) {
  test(`FTR-1 prices are linked only with plans and sign-in: ${plansEnabled}, ${enabled}`, async ({ home, page }) => {
    await withPageData(page, (data) => {
      data.plansEnabled = plansEnabled;
      data.authentication = { enabled, signin: false, signup: false };
    });
    await home.open();
    const pricing = page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' });
    await expect(pricing).toHaveCount(plansEnabled && enabled ? 1 : 0);
  });
}

test('FTR-1 every link in the header and footer leads somewhere', async ({ home, page, baseURL }) => {
  await home.open();
  const links = page.locator('header a, footer a');
  const targets = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(targets.length).toBeGreaterThan(6);
  for (const target of new Set(targets)) {
    expect(target.startsWith(`${baseURL}/`)).toBe(true);
    expect((await fetch(target)).status, target).toBe(200);
    const section = new URL(target).hash;
    if (section === '') continue;
    await page.goto(target);
    await expect(page.locator(section)).toBeVisible();
  }
});

test('LNG-1 K10 to Hebrew and back by keyboard: direction and language change, and the choice is remembered', async ({
  home,
  page,
}) => {
  await home.open();
  const button = page.getByRole('banner').getByRole('button', { name: 'Language: English' });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  const hebrew = page.getByRole('menuitemradio', { name: 'עברית' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(hebrew).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'he');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page).toHaveTitle('שיתוף סוד · Onceover');
  const hebrewButton = page.getByRole('banner').getByRole('button', { name: /עברית/ });
  await expect(hebrewButton).toBeFocused();

  await page.reload();
  await page.locator('html[data-app-ready]').waitFor();
  await expect(home.heading).toContainText('משתפים סוד');
  expect(await page.evaluate(() => localStorage.getItem('selected.locale'))).toBe('he');
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'locale')?.value).toBe('he');

  await hebrewButton.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('e');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});

test('LNG-2 Escape and a click outside close the language menu; Escape returns the focus', async ({ home, page }) => {
  await home.open();
  const button = page.getByRole('contentinfo').getByRole('button', { name: /^Language/ });
  const menu = page.getByRole('menu');
  await button.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await expect(menu).toBeVisible();
  await home.heading.click();
  await expect(menu).toHaveCount(0);
});

test('LNG-3 a stored language that is not offered is ignored with a warning', async ({ home, page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.addInitScript(() => localStorage.setItem('selected.locale', 'xx'));
  await home.open();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(home.heading).toHaveText('Share a secret. It opens once.');
  expect(warnings).toContain('The language is not supported xx');
});

test('LNG-4 a language that cannot be loaded leaves the page in English, with a notice', async ({
  home,
  page,
  guard,
}) => {
  guard.allow(/ERR_FAILED/);
  const manifest = JSON.parse(readFileSync(new URL('../../web/dist/manifest.json', import.meta.url), 'utf8'));
  const chunk = manifest['src/i18n/locales/he/core.json'].file;
  await page.route(`**/dist/${chunk}`, (route) => route.abort('failed'));
  await home.open();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Language/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'עברית' }).click();
  await expect(
    page.getByText('This language could not be loaded. The page is shown in English.').first(),
  ).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(home.create).toBeVisible();
});

test('THM-1 the first paint is already dark if dark was chosen', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('darkMode', 'true'));
  await page.route(/\/dist\/assets\/app-/, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(13, 15, 21)');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('THM-1 the choice of light, dark or system applies at once and is remembered', async ({ home, page }) => {
  await home.open();
  const colour = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const stored = () => page.evaluate(() => localStorage.getItem('darkMode'));
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(colour).toBe('rgb(13, 15, 21)');
  expect(await stored()).toBe('true');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colour).toBe('rgb(251, 250, 247)');
  expect(await stored()).toBe('false');
  await page.getByRole('radio', { name: 'System' }).check({ force: true });
  await expect.poll(colour).toBe('rgb(13, 15, 21)');
  expect(await stored()).toBe(null);
});

test('the skip link is the first stop and leads to the content', async ({ home, page }) => {
  await home.open();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(home.text).toBeFocused();
});

test('without scripts the page says what it needs, and nothing is opened', async ({ browser, baseURL, api }) => {
  const { secretKey } = await api.conceal('needs a person');
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/secret/${secretKey}`);
  // Playwright ignores this element, but without scripts its content is laid out all the same.
  const words = await page.locator('noscript').evaluate((element) => element.firstElementChild?.textContent ?? '');
  expect(words).toContain('Onceover needs JavaScript to sign in, and to open and create links.');
  await context.close();
  expect((await api.look(secretKey)).status).toBe(200);
});

test('with reduced motion another theme is there at once: no colour goes down the page from what has it to what inherits it', async ({
  home,
  page,
}) => {
  await home.open();
  const moving = page.evaluate(async () => {
    while (!matchMedia('(prefers-color-scheme: dark)').matches) await new Promise(requestAnimationFrame);
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await moving).toBe(0);
});
