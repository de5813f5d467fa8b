import type { APIRequestContext, Page } from '@playwright/test';
import type { customHostPages } from '../../schema/web/custom-hosts.ts';
import { ready } from '../support/pages/home-page.ts';
import { pressLikeAPerson } from '../support/pages/press-like-a-person.ts';
import { admit, type CustomHost, customHostOf, siteUrl } from './support/custom-host.ts';
import { expect, test } from './support/fixtures.ts';

/* What strangers find on a customer's host: the secret pages, in the minimal layout, and no dead end. */

const none = '0'.repeat(31);

/** Every state of every page that custom hosts serve. */
const states: Readonly<
  Record<(typeof customHostPages)[number], readonly ((page: Page, host: CustomHost) => Promise<unknown>)[]>
> = {
  '/secret/:key': [
    async (page, { conceal }) => page.goto((await conceal({ passphrase: 'plum' })).shareUrl),
    async (page, { conceal }) => {
      await page.goto((await conceal()).shareUrl);
      await pressLikeAPerson(page.getByRole('button', { name: /click to continue/i }));
      await page.getByRole('textbox').waitFor();
    },
    (page, { origin }) => page.goto(`${origin}/secret/${none}`),
  ],
  '/private/:key': [
    async (page, { origin, conceal }) => page.goto(`${origin}/private/${(await conceal()).metadata}`),
    async (page, { origin, conceal, burn }) => {
      const { metadata } = await conceal();
      await burn(metadata);
      await page.goto(`${origin}/private/${metadata}`);
    },
    (page, { origin }) => page.goto(`${origin}/private/${none}`),
  ],
  '/private/:key/burn': [
    async (page, { origin, conceal }) => page.goto(`${origin}/private/${(await conceal()).metadata}/burn`),
    async (page, { origin, conceal, burn }) => {
      const { metadata } = await conceal();
      await burn(metadata);
      await page.goto(`${origin}/private/${metadata}/burn`);
    },
    (page, { origin }) => page.goto(`${origin}/private/${none}/burn`),
  ],
};

/** Whatever the page links to or loads, as absolute addresses without fragments. */
function addressesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = document.querySelectorAll('a[href], link[href], script[src], img[src], form[action]');
    const unfurled = document.querySelectorAll('meta[property="og:image"], meta[property="og:url"]');
    const addresses = [
      ...[...named].map((each) => each.getAttribute('href') ?? each.getAttribute('src') ?? each.getAttribute('action')),
      ...[...unfurled].map((each) => each.getAttribute('content')),
    ];
    return [...new Set(addresses.map((address) => new URL(address ?? '', location.href).href.replace(/#.*/, '')))];
  });
}

/** Only Chromium knows where the host is: the request goes to the site's address and names the host. */
async function statusOf(request: APIRequestContext, address: string, { host, origin }: CustomHost): Promise<number> {
  if (!address.startsWith(origin)) return (await request.get(address)).status();
  const headers = { host: `${host}:${new URL(origin).port}` };
  return (await request.get(siteUrl() + address.slice(origin.length), { headers })).status();
}

test('DOM-10 every link on a custom host leads somewhere: to a page that it serves, or absolutely to the site', async ({
  people,
  publishTxt,
  page,
  request,
  guard,
}) => {
  test.setTimeout(90_000);
  const host = await customHostOf(await people.paidCustomer(), publishTxt);
  admit(guard, host);
  const seen = new Map<string, number>();
  for (const visit of Object.values(states).flat()) {
    await visit(page, host);
    await ready(page);
    for (const address of await addressesOf(page)) {
      if (address.startsWith('data:')) continue;
      const isThere = address.startsWith(`${host.origin}/`) || address.startsWith(`${siteUrl()}/`);
      expect([page.url(), address, isThere]).toEqual([page.url(), address, true]);
      if (!seen.has(address)) seen.set(address, await statusOf(request, address, host));
      expect([page.url(), address, seen.get(address)]).toEqual([page.url(), address, 200]);
    }
  }
  expect([...seen.keys()]).toContain(`${siteUrl()}/`);
});

test('DOM-11 on a custom host Reply, home and "create your own" lead to the site, and the layout is minimal', async ({
  people,
  publishTxt,
  page,
  texts,
  guard,
}) => {
  test.setTimeout(60_000);
  const host = await customHostOf(await people.paidCustomer(), publishTxt);
  admit(guard, host);
  const { core } = texts;
  const expectMinimal = async () => {
    await ready(page);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText(core.footer.poweredBy);
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0);
  };
  const { metadata, shareUrl } = await host.conceal();
  await page.goto(`${host.origin}/private/${metadata}`);
  await expectMinimal();
  await expect(page.getByRole('link', { name: texts.public.metadata.another })).toHaveAttribute(
    'href',
    `${siteUrl()}/`,
  );
  await page.getByRole('link', { name: texts.public.metadata.burn }).click();
  await expect(page).toHaveURL(`${host.origin}/private/${metadata}/burn`);
  await expectMinimal();
  await page.goto(shareUrl);
  await expectMinimal();
  await pressLikeAPerson(page.getByRole('button', { name: core.secret.click }));
  await expect(page.getByRole('link', { name: core.secret.reply })).toHaveAttribute('href', `${siteUrl()}/`);
  for (const gone of [`/secret/${none}`, `/private/${none}`]) {
    await page.goto(host.origin + gone);
    await expectMinimal();
    for (const name of [core.gone.home, core.gone.createOwn]) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', `${siteUrl()}/`);
    }
  }
  await page.getByRole('link', { name: core.gone.home }).click();
  await expect(page).toHaveURL(`${siteUrl()}/`);
});

test('DOM-19 what a custom host does not serve is a page that says so and leads to the site', async ({
  people,
  publishTxt,
  page,
  texts,
  guard,
}) => {
  const host = await customHostOf(await people.paidCustomer(), publishTxt);
  admit(guard, host);
  const { notFound } = texts.core.pages;
  for (const path of ['/', '/signin', '/account/domains', `/secret/${none}/password`, '/nowhere']) {
    expect((await page.goto(host.origin + path))?.status()).toBe(404);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.heading);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('link', { name: notFound.link })).toHaveAttribute('href', `${siteUrl()}/`);
  }
});

test('DOM-12 on loopback a link on a custom domain carries scheme and port of the site, and opens', async ({
  people,
  publishTxt,
  page,
  texts,
  guard,
}) => {
  const host = await customHostOf(await people.paidCustomer(), publishTxt);
  admit(guard, host);
  const { secret, shareUrl } = await host.conceal();
  expect(shareUrl).toBe(`${host.origin}/secret/${secret}`);
  await page.goto(shareUrl);
  await pressLikeAPerson(page.getByRole('button', { name: texts.core.secret.click }));
  await expect(page.getByRole('textbox', { name: texts.core.secret.message })).toHaveValue('tea at five');
});
