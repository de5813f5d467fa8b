import { confirmationOf } from '@onceover/schema/confirmation';
import { concealAs } from '../support/customer-secrets.ts';
import { ready } from '../support/pages/home-page.ts';
import { test as base, expect } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';
import { playLimits } from './support/played-limits.ts';
import { stateNamed } from './support/states/states.ts';
import { ToldActivity, toldSecret } from './support/told-activity.ts';

/* The screens of live lists, the support desk and the administration without a mouse, as the main flows are in `keyboard.e2e.ts`. */

const test = base.extend<{ keys: Keyboard }>({
  keys: async ({ page, texts }, use) => use(new Keyboard(page, texts)),
});

test('live: new rows wait while somebody steps through a row, and are shown by their button', async ({
  people,
  enterAs,
  dashboard,
  page,
  texts,
  keys,
}) => {
  const { recent, label } = texts.app;
  const person = await people.customer();
  const { secretShortKey } = await concealAs(person, 'mine');
  const told = await ToldActivity.on(page);
  await enterAs(person);
  await dashboard.open('/recent');
  await keys.enter();
  await expect(page.getByTestId('live')).toHaveText(texts.core.live.on);
  const of = (row: string) => {
    const named = (role: 'link' | 'button', name: string) => page.getByRole(role, { name: `${name} ${row}` });
    return [
      named('link', recent.open),
      named('button', texts.public.metadata.timeline),
      named('button', recent.copy),
      named('button', label.add),
      named('button', recent.burn),
    ] as const;
  };
  const [open, ...others] = of(secretShortKey);
  await keys.tabTo(open);
  for (const place of [1, 2, 3]) told.tell('CREATED', { secret: toldSecret(place) });
  const show = dashboard.showNew(3);
  await expect(show).toBeVisible();
  await keys.tabThrough(others);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await keys.tabTo(show, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(show).toHaveCount(0);
  await expect(page.locator('[data-row]')).toHaveCount(4);
  await keys.isSomewhere();
  await keys.tabTo(open);
  await keys.tabThrough(others);
  await keys.leave();
});

test('live: who clears a search that found nothing goes on from there', async ({
  people,
  enterAs,
  dashboard,
  page,
  texts,
  keys,
}) => {
  const person = await people.customer();
  await concealAs(person, 'mine');
  await enterAs(person);
  await dashboard.open('/recent');
  await keys.enter();
  await keys.tabTo(dashboard.search);
  await page.keyboard.type('nothing of the kind');
  const clear = dashboard.nothing.getByRole('button', { name: texts.app.recent.clear });
  await keys.tabThrough([dashboard.status]);
  await keys.tabTo(clear);
  await page.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await keys.isSomewhere();
  await keys.leave();
});

test('audit: the bar and its panel in their order, the entry after the rows, Escape back to the row', async ({
  people,
  enterAs,
  page,
  texts,
  keys,
}) => {
  const { filters, views, lookUp, panel } = texts.colonel.audit;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/audit?action=account&action=security');
  await ready(page);
  const rows = page.locator('[role=row][data-entry]');
  await rows.nth(1).waitFor();
  await keys.enter();
  const form = page.getByRole('form', { name: filters.title });
  const buttonOf = (name: string) => form.getByRole('button', { name });
  await keys.tabTo(form.getByRole('searchbox', { name: filters.search }));
  await keys.tabThrough([buttonOf(filters.apply), buttonOf(filters.more)]);
  await page.keyboard.press('Enter');
  await keys.tabThrough([
    buttonOf(views.title),
    buttonOf(lookUp.title),
    buttonOf(filters.remove.replace('{{what}}', 'action:account')),
    buttonOf(filters.remove.replace('{{what}}', 'action:security')),
    buttonOf(filters.clear),
    form.getByRole('combobox', { name: filters.range }),
    form.getByLabel(filters.from, { exact: true }),
    form.getByLabel(filters.to, { exact: true }),
    form.locator('summary'),
  ]);
  await keys.tabTo(rows.first());
  await page.keyboard.press('Enter');
  const detail = page.getByRole('complementary', { name: panel.title });
  await detail.waitFor();
  // While an entry is open no other comes in above it.
  const next = page.locator('[data-entry]:focus + [data-entry]');
  const second = page.locator(`[data-entry="${await next.getAttribute('data-entry')}"]`);
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  await keys.tabTo(detail.getByRole('button', { name: panel.close }));
  await keys.tabThrough([
    detail.getByRole('button', { name: panel.followRequest }),
    detail.getByRole('button', { name: panel.followTarget }),
  ]);
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(second).toBeFocused();
  await keys.leave();
});

test('desk: tabs, search and rows; who clears a search that found nothing goes on from there', async ({
  stage,
  dashboard,
  page,
  texts,
  keys,
}) => {
  await stateNamed('desk').enter(stage);
  await keys.enter();
  const tabs = await dashboard.tabs.getByRole('link').all();
  await keys.tabThrough([...tabs, dashboard.ticket]);
  await page.route('**/graphql', (route) => {
    const { operationName, variables } = route.request().postDataJSON();
    if (operationName !== 'IncomingSecrets' || !JSON.stringify(variables).includes('AB-none')) return route.fallback();
    const pageInfo = { __typename: 'RecentPageInfo', endCursor: null, hasNextPage: false };
    const incomingSecrets = { __typename: 'IncomingSecrets', nodes: [], pageInfo };
    return route.fulfill({ json: { data: { incomingSecrets } } });
  });
  await page.keyboard.type('AB-none');
  const clear = dashboard.deskNothing.getByRole('button', { name: texts.app.recent.clear });
  await clear.waitFor();
  await expect(dashboard.ticket).toBeFocused();
  await keys.tabThrough([clear]);
  await page.keyboard.press('Enter');
  await dashboard.desk.locator('[data-row]').first().waitFor();
  await keys.isSomewhere();
  await keys.leave();
});

test('customers: the filter keeps the focus while it narrows the list, and a name leads to its page', async ({
  people,
  enterAs,
  page,
  texts,
  keys,
}) => {
  const { customers: words, search } = texts.colonel;
  await people.customer({ plan: 'identity' });
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/customers');
  await ready(page);
  const rows = page.locator('main li a[href^="/colonel/customers/"]');
  await rows.first().waitFor();
  await keys.enter();
  await keys.tabTo(page.getByRole('textbox', { name: search.label }));
  const plan = page.getByRole('combobox', { name: words.plan });
  const address = page.getByRole('combobox', { name: words.address });
  await keys.tabThrough([page.getByRole('button', { name: search.submit }), plan]);
  await page.keyboard.press('I');
  await expect(page).toHaveURL('/colonel/customers?plan=identity');
  await expect(plan).toBeFocused();
  await keys.tabThrough([address]);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL('/colonel/customers?plan=identity&address=proven');
  await expect(address).toBeFocused();
  await keys.tabTo(rows.first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/customers\/[0-9a-f-]{36}$/);
  await page.locator('main').getByRole('heading', { level: 2 }).first().waitFor();
  await keys.leave();
});

test('limits: somebody is unblocked in a dialog that keeps the focus; then it is near where the row was', async ({
  people,
  enterAs,
  page,
  texts,
  keys,
}) => {
  const { limits: words } = texts.colonel;
  await playLimits(page);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel/limits');
  await ready(page);
  const rows = page.locator('li[data-limited]');
  await expect(rows).toHaveCount(2);
  await keys.enter();
  const lift = rows.first().getByRole('button');
  await keys.tabTo(lift);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await keys.staysIn(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(lift).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.tabTo(dialog.getByRole('textbox'));
  await page.keyboard.type('00000001');
  await keys.tabTo(dialog.getByRole('button', { name: words.lift }));
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: words.now, exact: true })).toBeFocused();
  await keys.tabTo(rows.first().getByRole('button'));
  await keys.leave();
});

test('domains: one is removed in a dialog that keeps the focus; then it is on the page', async ({
  people,
  enterAs,
  page,
  texts,
  keys,
}) => {
  const { domains: words } = texts.colonel;
  const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  const owner = await people.customer({ plan: 'identity' });
  await owner.browser.graph(`mutation { addDomain(input: { domain: "${host}" }) { __typename } }`);
  const { json } = await owner.browser.graph(`{ domain(domain: "${host}") { id } }`);
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto(`/colonel/domains?host=${host}`);
  await ready(page);
  const remove = page.getByRole('button', { name: words.removeLabel.replace('{{domain}}', host) });
  await remove.waitFor();
  await keys.enter();
  await keys.tabTo(page.getByRole('searchbox', { name: words.host }));
  await keys.tabThrough([
    page.getByRole('combobox', { name: words.state }),
    page.getByRole('link', { name: words.ownerLabel.replace('{{domain}}', host) }),
    remove,
  ]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await keys.staysIn(dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await keys.tabTo(dialog.getByRole('textbox'));
  await page.keyboard.type(confirmationOf(json.data.domain.id));
  await page.keyboard.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await keys.leave();
});

test('system: the dialog that settles an event keeps the focus, and Escape gives it back', async ({
  stage,
  page,
  texts,
  keys,
}) => {
  const { system, manage } = texts.colonel;
  await stateNamed('colonel-system-trouble').enter(stage);
  await keys.enter();
  const retry = page.getByRole('button', { name: system.settle.open.RETRY });
  const discard = page.getByRole('button', { name: system.settle.open.DISCARD });
  await keys.tabTo(retry);
  await keys.tabThrough([discard]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: system.settle.open.DISCARD });
  await keys.staysIn(dialog);
  await keys.tabTo(dialog.getByRole('combobox', { name: manage.reason }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(discard).toBeFocused();
  await keys.leave();
});
