import type { Page } from '@playwright/test';
import { concealAs } from '../support/customer-secrets.ts';
import { newEmail, type Person } from '../support/people.ts';
import { expect, test } from './support/fixtures.ts';
import { allowedLayoutShift, type MeasuredPage, measureLayoutShift } from './support/layout-shift.ts';

/** Holds on a wide window and on a phone. */
const viewports = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

async function expectStill(page: Page, measured: MeasuredPage): Promise<void> {
  const { total, moved } = await measureLayoutShift(page, measured);
  expect(total, moved).toBeLessThanOrEqual(allowedLayoutShift);
}

async function addDomain({ browser }: Person, name: string): Promise<string> {
  const host = `${name}-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  await browser.post('/api/v2/account/domains/add', { domain: host });
  return host;
}

for (const [device, viewport] of Object.entries(viewports)) {
  test.describe(`layout shift on a ${device}`, () => {
    test.use({ viewport });

    test('the pages of the account hold still while they load', async ({ people, enterAs, account, page }) => {
      await enterAs(await people.customer());
      const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true });
      // That of data asks for nothing, and is there at once.
      for (const [path, last] of [
        ['/account', account.language],
        ['/account/security', account.sessions],
        ['/account/programs', webhooks],
      ] as const) {
        await expectStill(page, { name: `${path.slice(1)}, ${device}`, path, complete: () => last.waitFor() });
      }
    });

    test('the list of domains holds still while it loads', async ({ people, enterAs, page }) => {
      const person = await people.paidCustomer();
      for (const name of ['one', 'two']) await addDomain(person, name);
      await enterAs(person);
      const complete = () =>
        page
          .getByRole('button', { name: /^Remove/ })
          .first()
          .waitFor();
      await expectStill(page, { name: `domains, ${device}`, path: '/account/domains', complete });
    });

    test('the list of domains holds still where there are none', async ({ people, enterAs, page }) => {
      await enterAs(await people.paidCustomer());
      const complete = () => page.getByRole('link', { name: 'Add a domain' }).waitFor();
      await expectStill(page, { name: `no domains, ${device}`, path: '/account/domains', complete });
    });

    test('the page of a domain holds still while it loads', async ({ people, enterAs, page }) => {
      const person = await people.paidCustomer();
      const host = await addDomain(person, 'one');
      await person.browser.post(`/api/v2/account/domains/${host}/verify`);
      await enterAs(person);
      const complete = () => page.getByTestId('dns-records').waitFor();
      await expectStill(page, { name: `domain, ${device}`, path: `/account/domains/${host}/verify`, complete });
    });

    test('the list of customers holds still, though its counts come last', async ({ people, enterAs, page }) => {
      const customer = await people.customer();
      await enterAs(await people.colonel({ secondFactor: true }));
      await page.route('**/graphql', async (route) => {
        if (route.request().postDataJSON().operationName === 'CustomerCounts') await page.waitForTimeout(1_500);
        await route.continue();
      });
      const complete = async () => {
        await page.locator('main').getByRole('link', { name: customer.email }).waitFor();
        await page.getByText(/ sessions\.$/).waitFor();
      };
      await expectStill(page, { name: `customers, ${device}`, path: '/colonel/customers', complete });
    });

    for (const path of ['/dashboard', '/recent'] as const) {
      test(`${path} holds still while secrets load`, async ({ people, enterAs, dashboard, api, page }) => {
        const person = await people.paidCustomer();
        await concealAs(person, 'waiting', { 'recipient[]': newEmail('mika') });
        for (let made = 0; made < 11; made += 1) await concealAs(person, 'waiting');
        await api.reveal((await concealAs(person, 'received')).secretKey);
        await api.burn((await concealAs(person, 'burned')).metadataKey);
        await enterAs(person);
        const complete = () => dashboard.received.getByRole('listitem').first().waitFor();
        await expectStill(page, { name: `${path.slice(1)}, ${device}`, path, complete });
      });

      test(`${path} holds still where there is nothing to list`, async ({ people, enterAs, dashboard, page }) => {
        await enterAs(await people.customer());
        const complete = () => dashboard.nothing.waitFor();
        await expectStill(page, { name: `empty ${path.slice(1)}, ${device}`, path, complete });
      });
    }
  });
}
