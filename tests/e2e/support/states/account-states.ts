import { expect } from '@playwright/test';
import { concealAs } from '../../../support/customer-secrets.ts';
import { AccountMenu } from '../../../support/pages/account-menu.ts';
import { AccountPage } from '../../../support/pages/account-page.ts';
import { ready } from '../../../support/pages/home-page.ts';
import { SignInPage } from '../../../support/pages/sign-in-page.ts';
import { newEmail } from '../../../support/people.ts';
import { withDomain } from '../domain-answers.ts';
import { playLimits } from '../played-limits.ts';
import { playLargeCounts } from '../played-overview.ts';
import { failingWebhook, playedDeliveries, playedWebhook, playWebhooks } from '../played-webhooks.ts';
import { regularColonel, regularCustomer, regularPaidCustomer, type ScreenState, type Stage } from './stage.ts';

const open = async ({ page }: Stage, path: string): Promise<void> => {
  await page.goto(path);
  await ready(page);
};
const account = ({ page, texts }: Stage) => new AccountPage(page, texts);
const asCustomer = async (stage: Stage) => stage.enterAs(await regularCustomer(stage));
const asPaidCustomer = async (stage: Stage) => stage.enterAs(await regularPaidCustomer(stage));
const asColonel = async (stage: Stage) => stage.enterAs(await regularColonel(stage));

async function atDomain(stage: Stage): Promise<void> {
  await stage.enterAs(await stage.people.paidCustomer());
  await open(stage, '/account/domains/add');
  const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  await stage.page.getByRole('textbox', { name: stage.texts.app.domains.host }).fill(host);
  await stage.page.getByRole('button', { name: stage.texts.app.domains.add, exact: true }).click();
  await stage.page.getByTestId('dns-records').waitFor();
}

async function atSignUp(stage: Stage, password: string, confirm: string): Promise<void> {
  const { page, texts } = stage;
  await open(stage, '/signup/identity');
  await page.getByRole('textbox', { name: texts.public.signIn.email }).fill('nina@example.com');
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password_confirm]').fill(confirm);
  await page.getByRole('button', { name: texts.public.signUp.submit }).click();
}

async function atOverview(stage: Stage): Promise<void> {
  await Promise.all(['tea', 'milk', 'sugar', 'a spoon'].map((text) => stage.api.conceal(text)));
  await asColonel(stage);
  await open(stage, '/colonel');
  await stage.page.locator('.recharts-surface').nth(2).waitFor();
}

/** A colonel is about to change the plan of somebody. */
async function atChange(stage: Stage): Promise<void> {
  const customer = await stage.people.customer();
  await asColonel(stage);
  await open(stage, '/colonel/customers');
  await stage.page.locator('main').getByRole('link', { name: customer.email }).click();
  await stage.page.locator('main').getByRole('button', { name: stage.texts.colonel.manage.open.plan }).click();
  await stage.page.getByRole('dialog').waitFor();
}

const sampleEvent = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90';
const laterEvent = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f91';

/** A service that is down, a halted consumer and a dead letter, as the graph would tell of them. */
function withTrouble(system: { services: Record<string, unknown>[] } | undefined): void {
  const [secrets, accounts] = system?.services ?? [];
  if (secrets === undefined || accounts === undefined) return;
  const at = Math.floor(Date.now() / 1000) - 600;
  const what = { eventId: sampleEvent, at, type: 'secret.received', error: 'RangeError: the plan is unknown' };
  const [first, ...others] = (secrets.consumers ?? []) as object[];
  const halt = { __typename: 'ConsumerHalt', ...what };
  secrets.consumers = [{ ...first, lagEvents: 1_204, lagSeconds: 600, isRunning: false, halt }, ...others];
  const letter = { __typename: 'DeadLetter', consumer: 'secrets.plan-limits@1', source: 'accounts', attempts: 5 };
  secrets.deadLetters = [{ ...letter, ...what, eventId: laterEvent }];
  Object.assign(accounts, {
    isReachable: false,
    consumers: null,
    deadLetters: null,
    connections: null,
    settings: null,
  });
}

function withFailedEmail(data: { failedEmails?: object[] } | undefined): void {
  if (data?.failedEmails === undefined) return;
  data.failedEmails = [
    {
      __typename: 'FailedEmail',
      deliveryId: crypto.randomUUID(),
      template: 'secret-link',
      account: crypto.randomUUID(),
      reason: 'smtp-451',
      attempts: 6,
      at: 1_790_000_000,
    },
  ];
}

async function atTrail(stage: Stage, view = ''): Promise<void> {
  for (const text of ['tea', 'milk', 'sugar']) await stage.api.conceal(text);
  await asColonel(stage);
  await open(stage, `/colonel/audit?range=1h${view}`);
  await stage.page.locator('[data-entry], [data-step]').first().waitFor();
  await stage.page.locator('.recharts-surface').first().waitFor();
}

async function atTrouble(stage: Stage): Promise<void> {
  await asColonel(stage);
  await stage.page.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    withTrouble(json.data?.systemHealth);
    withFailedEmail(json.data);
    await route.fulfill({ response: answer, json });
  });
  await open(stage, '/colonel/system');
  await stage.page.getByText(stage.texts.colonel.system.trouble.halts).waitFor();
  await stage.page.getByText('smtp-451').waitFor();
}

/** The section of webhooks, with its texts and answers. */
const webhooksIn = ({ page, texts }: Stage) => page.getByRole('region', { name: texts.webhooks.title, exact: true });

export const accountStates: readonly ScreenState[] = [
  {
    name: 'colonel',
    async enter(stage) {
      await atOverview(stage);
    },
  },
  {
    name: 'colonel-large',
    async enter(stage) {
      await playLargeCounts(stage.page);
      await atOverview(stage);
    },
  },
  {
    name: 'colonel-unknown',
    async enter(stage) {
      await stage.page.route('**/graphql', async (route) => {
        const { operationName } = route.request().postDataJSON();
        const isAsked = /SystemHealth|ColonelOverview|RequestLimits|AuditHistogram/.test(operationName);
        await (isAsked ? route.fulfill({ status: 503, json: { errors: [] } }) : route.continue());
      });
      await asColonel(stage);
      await open(stage, '/colonel');
      await stage.page.getByText(stage.texts.colonel.answers.silent).nth(3).waitFor();
    },
  },
  {
    name: 'colonel-customer',
    async enter(stage) {
      const colonel = await stage.people.colonel({ secondFactor: true });
      await stage.enterAs(colonel);
      await open(stage, '/colonel/customers');
      await stage.page.locator('main').getByRole('link', { name: colonel.email }).click();
      await stage.page.waitForURL('**/colonel/customers/*');
      await stage.page.locator('main').getByRole('heading', { level: 2 }).nth(2).waitFor();
    },
  },
  {
    name: 'colonel-customers',
    async enter(stage) {
      await asColonel(stage);
      await open(stage, '/colonel/customers');
      await stage.page.locator('main li a[href^="/colonel/customers/"]').first().waitFor();
    },
  },
  {
    name: 'colonel-secrets',
    async enter(stage) {
      const customer = await stage.people.customer();
      const opened = await concealAs(customer, 'tea', { passphrase: 'plum' });
      await concealAs(customer, 'milk'.repeat(400), { passphrase: 'plum' });
      await concealAs(customer, 'sugar');
      await customer.browser.post(`/api/v2/secret/${opened.secretKey}`, { continue: 'true', passphrase: 'a pear' });
      await customer.browser.post(`/api/v2/private/${opened.metadataKey}/burn`, {
        continue: 'true',
        passphrase: 'plum',
      });
      const { id } = (await customer.browser.graph('{ viewer { id } }')).json.data.viewer;
      await asColonel(stage);
      await open(stage, `/colonel/secrets?owner=${id}`);
      await stage.page.locator('li[data-secret]').nth(2).waitFor();
      await stage.page.locator('li[data-secret]').getByRole('checkbox').first().check();
    },
  },
  {
    name: 'colonel-burn',
    isModal: true,
    async enter(stage) {
      const { secretShortKey } = await stage.api.conceal('tea');
      await asColonel(stage);
      await open(stage, `/colonel/secrets?key=${secretShortKey}`);
      await stage.page.locator('li[data-secret]').getByRole('checkbox').check();
      await stage.page.locator('main button[aria-haspopup=dialog]').last().click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'colonel-customer-disabled',
    async enter(stage) {
      const customer = await stage.people.customer();
      const { id } = (await customer.browser.graph('{ viewer { id } }')).json.data.viewer;
      const colonel = await stage.people.colonel({ secondFactor: true });
      const input = `{ id: "${id}", confirmation: "${id.slice(-8)}", reason: ABUSE }`;
      await colonel.browser.graph(`mutation { disableCustomer(input: ${input}) { __typename } }`);
      await stage.enterAs(colonel);
      await open(stage, `/colonel/customers/${id}`);
      await stage.page.locator('main').getByRole('heading', { level: 2 }).nth(2).waitFor();
    },
  },
  {
    name: 'colonel-customer-unknown',
    async enter(stage) {
      await asColonel(stage);
      await open(stage, '/colonel/customers/0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90');
      await stage.page.getByText(stage.texts.colonel.customer.unknown).waitFor();
    },
  },
  {
    name: 'colonel-domains',
    async enter(stage) {
      const owner = await stage.people.customer({ plan: 'identity' });
      const zone = `${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
      for (const name of ['once', 'links']) {
        await owner.browser.graph(`mutation { addDomain(input: { domain: "${name}.${zone}" }) { __typename } }`);
      }
      await asColonel(stage);
      await open(stage, `/colonel/domains?host=${zone}`);
      await stage.page.locator('li[data-domain]').nth(1).waitFor();
    },
  },
  {
    name: 'colonel-limits',
    async enter(stage) {
      await playLimits(stage.page);
      await asColonel(stage);
      await open(stage, '/colonel/limits');
      await stage.page.locator('li[data-limited]').nth(1).waitFor();
    },
  },
  {
    name: 'colonel-feedback',
    async enter(stage) {
      await asColonel(stage);
      await stage.page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        const json = await answer.json();
        const now = Math.floor(Date.now() / 1000);
        const message = 'The link opened at once. Could it say when it was opened?';
        const said = [0, 86_400, 10 * 86_400].map((ago, id) => ({ id: String(id), message, created: now - ago }));
        if (json.data?.feedback !== undefined)
          json.data.feedback = said.map((each) => ({ __typename: 'Feedback', ...each }));
        await route.fulfill({ response: answer, json });
      });
      await open(stage, '/colonel/feedback');
      await stage.page.locator('main').getByRole('heading', { level: 2 }).nth(2).waitFor();
    },
  },
  {
    name: 'colonel-change',
    isModal: true,
    enter: async (stage) => await atChange(stage),
  },
  {
    name: 'colonel-confirm',
    isModal: true,
    async enter(stage) {
      await atChange(stage);
      await stage.page.route('**/graphql', async (route) => {
        // What else the page asks is answered as ever.
        if (route.request().postData()?.includes('changeCustomerPlan') !== true) return await route.fallback();
        const refusal = {
          __typename: 'ReauthenticationRequired',
          code: 'account.reauthentication-required',
          message: '',
        };
        await route.fulfill({ json: { data: { changeCustomerPlan: refusal } } });
      });
      const { manage } = stage.texts.colonel;
      const dialog = stage.page.getByRole('dialog');
      await dialog.getByRole('textbox').fill(stage.page.url().slice(-8));
      await dialog.getByRole('button', { name: manage.submit.plan }).click();
      await stage.page.getByRole('dialog', { name: manage.confirm.title }).waitFor();
    },
  },
  {
    name: 'colonel-table',
    async enter(stage) {
      await atOverview(stage);
      await stage.page.getByRole('button', { name: stage.texts.colonel.chart.asTable }).first().click();
      await stage.page.locator('.recharts-surface').first().focus();
      await stage.page.keyboard.press('ArrowRight');
      // Before it has its place it is outside.
      const tooltip = stage.page.locator('.recharts-tooltip-wrapper').first();
      await expect.poll(async () => (await tooltip.boundingBox())?.x ?? 0).toBeGreaterThan(0);
    },
  },
  {
    name: 'colonel-system',
    async enter(stage) {
      await asColonel(stage);
      await open(stage, '/colonel/system');
      await stage.page.getByText('ONCEOVER_SECRETS_EPOCH_MINUTES').waitFor();
    },
  },
  {
    name: 'colonel-system-trouble',
    async enter(stage) {
      await atTrouble(stage);
    },
  },
  {
    name: 'colonel-system-email',
    async enter(stage) {
      await atTrouble(stage);
      const { emails } = stage.texts.colonel.system;
      await stage.page.getByRole('button', { name: emails.open.SEND_AGAIN }).click();
      await stage.page.getByRole('dialog', { name: emails.open.SEND_AGAIN }).waitFor();
    },
  },
  {
    name: 'colonel-audit',
    async enter(stage) {
      await atTrail(stage);
    },
  },
  {
    name: 'colonel-audit-entry',
    async enter(stage) {
      await atTrail(stage);
      await stage.page.locator('[role=row][data-entry]').first().focus();
      await stage.page.keyboard.press('Enter');
      await stage.page.locator('.audit-panel').waitFor();
    },
  },
  {
    name: 'colonel-audit-filter',
    async enter(stage) {
      await atTrail(stage, '&action=security&action=account&action=secret&action=operator');
      const { filters } = stage.texts.colonel.audit;
      await stage.page.getByRole('button', { name: filters.more }).click();
      await stage.page.getByRole('searchbox', { name: filters.search }).fill('who:nina');
      await stage.page.keyboard.press('Enter');
      await stage.page.locator('[aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'colonel-audit-views',
    async enter(stage) {
      await atTrail(stage);
      const { views } = stage.texts.colonel.audit;
      await stage.page.getByRole('button', { name: views.title }).click();
      for (const name of ['One', 'A view with a long name, such as people write']) {
        await stage.page.getByRole('textbox', { name: views.name }).fill(name);
        await stage.page.keyboard.press('Enter');
        await stage.page.getByRole('link', { name, exact: true }).waitFor();
      }
    },
  },
  {
    name: 'colonel-audit-look-up',
    async enter(stage) {
      await atTrail(stage);
      const { lookUp, panel } = stage.texts.colonel.audit;
      await stage.page.locator('[data-entry]').filter({ hasText: 'secret.created' }).first().click();
      const position = await stage.page
        .locator('.audit-panel dt', { hasText: new RegExp(`^${panel.position}$`) })
        .locator('+ dd')
        .textContent();
      await stage.page.keyboard.press('Escape');
      await stage.page.getByRole('button', { name: lookUp.title }).click();
      await stage.page.getByRole('textbox', { name: lookUp.reference }).fill(position ?? '');
      await stage.page.keyboard.press('Enter');
      await stage.page.getByRole('region', { name: lookUp.title }).getByText('secret.created').waitFor();
    },
  },
  {
    name: 'colonel-audit-timeline',
    async enter(stage) {
      await atTrail(stage, '&view=request');
    },
  },
  {
    name: 'colonel-system-settle',
    isModal: true,
    async enter(stage) {
      await atTrouble(stage);
      await stage.page.getByRole('button', { name: stage.texts.colonel.system.settle.open.DISCARD }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'colonel-drawer',
    isModal: true,
    async enter(stage) {
      await asColonel(stage);
      await open(stage, '/colonel');
      const drawer = stage.page.getByRole('button', { name: stage.texts.colonel.frame.open });
      if (await drawer.isVisible()) await drawer.click();
    },
  },
  { name: 'signin', enter: (stage) => open(stage, '/signin') },
  {
    name: 'signin-error',
    async enter(stage) {
      const signIn = new SignInPage(stage.page, stage.texts);
      await signIn.open();
      await signIn.fill(newEmail('nobody'), 'not the password');
      await signIn.error.waitFor();
    },
  },
  {
    name: 'signin-second-step',
    async enter(stage) {
      const { email, password } = await regularColonel(stage);
      const signIn = new SignInPage(stage.page, stage.texts);
      await signIn.open();
      await signIn.fill(email, password);
      await signIn.code.waitFor();
    },
  },
  {
    name: 'signin-notice',
    isToldOnce: true,
    async enter(stage) {
      await open(stage, '/signin?notice=password_reset');
      await stage.page.locator('main .notice').waitFor();
    },
  },
  { name: 'signup-resend', enter: (stage) => open(stage, '/signup/resend') },
  {
    name: 'signup-resent',
    async enter(stage) {
      await open(stage, '/signup/resend');
      await stage.page.getByRole('textbox').fill(newEmail('nobody'));
      await stage.page.getByRole('textbox').press('Enter');
      await stage.page.getByRole('heading', { name: stage.texts.public.checkMail.heading }).waitFor();
    },
  },
  { name: 'signup', enter: (stage) => open(stage, '/signup') },
  {
    name: 'signup-error',
    async enter(stage) {
      await atSignUp(stage, 'seven plums', 'eight plums');
      await stage.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'signup-mail',
    async enter(stage) {
      await atSignUp(stage, 'seven plums in the icebox', 'seven plums in the icebox');
      await stage.page.getByRole('button', { name: stage.texts.public.checkMail.again }).waitFor();
    },
  },
  { name: 'forgot', enter: (stage) => open(stage, '/forgot') },
  { name: 'forgot-reset', enter: (stage) => open(stage, '/forgot/nothing-of-the-kind') },
  {
    name: 'account',
    async enter(stage) {
      await asCustomer(stage);
      await account(stage).open();
    },
  },
  {
    name: 'account-security',
    async enter(stage) {
      await asCustomer(stage);
      await account(stage).open('security');
    },
  },
  {
    name: 'account-security-strong',
    async enter(stage) {
      const { people, keep } = stage;
      const colonel = await keep('colonel in two browsers', async () => {
        const person = await people.colonel({ secondFactor: true });
        await people.signedIn(person);
        return person;
      });
      await stage.enterAs(colonel);
      await account(stage).open('security');
      await account(stage).protection.getByRole('link').waitFor();
    },
  },
  {
    name: 'account-data',
    async enter(stage) {
      await asCustomer(stage);
      await account(stage).open('data');
      await account(stage).danger.getByRole('button', { name: stage.texts.app.account.danger.open }).click();
    },
  },
  {
    name: 'account-menu',
    isModal: true,
    async enter(stage) {
      const { button, menu } = new AccountMenu(stage.page, stage.texts);
      await asColonel(stage);
      await account(stage).open();
      await button.click();
      await menu.waitFor();
    },
  },
  {
    name: 'account-two-step',
    async enter(stage) {
      const person = await stage.people.customer();
      await stage.enterAs(person);
      const { twoStep } = account(stage);
      await account(stage).open('security');
      const { account: words } = stage.texts.app;
      await twoStep.getByRole('button', { name: words.twoStep.turnOn }).click();
      await twoStep.locator('[name=password]').fill(person.password);
      await twoStep.getByRole('button', { name: words.twoStep.next }).click();
      await twoStep.getByRole('img').waitFor();
    },
  },
  {
    name: 'account-programs',
    async enter(stage) {
      await stage.enterAs(await stage.people.customer());
      const { tokens } = account(stage);
      await account(stage).open('programs');
      const { tokens: words } = stage.texts.app.account;
      await tokens.getByRole('button', { name: words.make, exact: true }).click();
      await tokens.getByTestId('fresh-token').waitFor();
      await tokens.getByRole('button', { name: words.add }).click();
    },
  },
  {
    name: 'account-webhooks',
    async enter(stage) {
      const gone = playedWebhook({ id: '0197a000-0000-7000-8000-0000000000c3', state: 'GONE', lastDelivered: null });
      await playWebhooks(stage.page, { webhooks: [playedWebhook(), failingWebhook(), gone], limit: 3 });
      await asCustomer(stage);
      await account(stage).open('programs');
      await webhooksIn(stage).getByRole('listitem').nth(2).waitFor();
    },
  },
  {
    name: 'account-webhook-add',
    async enter(stage) {
      const { webhooks } = stage.texts;
      await playWebhooks(stage.page);
      await asCustomer(stage);
      await account(stage).open('programs');
      const section = webhooksIn(stage);
      await section.getByRole('button', { name: webhooks.add }).click();
      await section.getByRole('radio', { name: webhooks.chosen }).check();
      await section.getByRole('button', { name: webhooks.add }).click();
      await section.getByRole('alert').waitFor();
    },
  },
  {
    name: 'account-webhook-key',
    async enter(stage) {
      const { webhooks } = stage.texts;
      await playWebhooks(stage.page, { webhooks: [playedWebhook({ lastDelivered: null })] });
      await asCustomer(stage);
      await account(stage).open('programs');
      const section = webhooksIn(stage);
      await section.getByRole('button', { name: webhooks.add }).click();
      await section.getByRole('textbox', { name: webhooks.address }).fill('https://tickets.acme-links.com/hooks');
      await section.getByRole('button', { name: webhooks.add }).click();
      await section.getByTestId('fresh-key').waitFor();
    },
  },
  {
    name: 'webhook',
    async enter(stage) {
      const webhook = failingWebhook();
      await playWebhooks(stage.page, { webhooks: [webhook], deliveries: playedDeliveries() });
      await asCustomer(stage);
      await open(stage, `/account/webhooks/${webhook.id}`);
      const rows = stage.page.locator('li[data-delivery]');
      await rows.nth(4).waitFor();
      for (const place of [1, 2]) await rows.nth(place).locator('summary').click();
      await stage.page.getByRole('button', { name: stage.texts.webhooks.key.replace }).click();
    },
  },
  {
    name: 'webhook-replay',
    isModal: true,
    async enter(stage) {
      const webhook = playedWebhook({ state: 'PAUSED', waiting: 1, lastDelivered: null });
      await playWebhooks(stage.page, { webhooks: [webhook] });
      await asCustomer(stage);
      await open(stage, `/account/webhooks/${webhook.id}`);
      await stage.page.getByText(stage.texts.webhooks.delivery.none).waitFor();
      await stage.page.getByRole('button', { name: stage.texts.webhooks.replay.open }).click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'colonel-webhooks',
    async enter(stage) {
      await playWebhooks(stage.page, { webhooks: [playedWebhook()] });
      await asColonel(stage);
      await open(stage, '/colonel/webhooks');
      await webhooksIn(stage).getByRole('listitem').waitFor();
    },
  },
  {
    name: 'pricing-customer',
    async enter(stage) {
      await asCustomer(stage);
      await open(stage, '/pricing');
      await stage.page.getByText(stage.texts.app.upgrade.current).waitFor();
    },
  },
  {
    name: 'account-upgrade',
    isModal: true,
    async enter(stage) {
      await asCustomer(stage);
      await account(stage).open();
      await account(stage).plan.getByRole('button').click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'domains-plan',
    async enter(stage) {
      await asCustomer(stage);
      await open(stage, '/account/domains');
    },
  },
  {
    name: 'domains-empty',
    async enter(stage) {
      await asPaidCustomer(stage);
      await open(stage, '/account/domains');
      await stage.page.getByText(stage.texts.app.domains.empty).waitFor();
    },
  },
  {
    name: 'domains',
    async enter(stage) {
      await atDomain(stage);
      await open(stage, '/account/domains');
      await stage.page.getByText(stage.texts.app.domains.ownership.unchecked.word).first().waitFor();
    },
  },
  {
    name: 'domains-add-error',
    async enter(stage) {
      await asPaidCustomer(stage);
      await open(stage, '/account/domains/add');
      await stage.page.getByRole('button', { name: stage.texts.app.domains.add, exact: true }).click();
      await stage.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'domains-verify',
    async enter(stage) {
      await atDomain(stage);
      await stage.page.getByRole('button', { name: stage.texts.app.domains.checkNow }).click();
      await stage.page.getByText(stage.texts.app.domains.ownership.noRecord.text).waitFor();
    },
  },
  {
    name: 'domains-elsewhere',
    async enter(stage) {
      await atDomain(stage);
      await withDomain(stage.page, {
        status: 'PENDING',
        lastChecked: Math.floor(Date.now() / 1000),
        lastCheck: { __typename: 'DomainCheck', result: 'OTHER_VALUE', found: ['v=spf1 -all', 'something else'] },
        routing: { __typename: 'DomainRouting', result: 'ELSEWHERE', found: ['www.acme-links.com', '198.51.100.7'] },
        cnameTarget: 'links.onceover.example',
        addressTargets: ['203.0.113.9', '2001:db8::9'],
      });
      await stage.page.reload();
      await stage.page.getByText(stage.texts.app.domains.routing.elsewhere.text).waitFor();
    },
  },
  {
    name: 'domains-ready',
    async enter(stage) {
      await atDomain(stage);
      await withDomain(stage.page, {
        isVerified: true,
        isRoutable: true,
        status: 'ACTIVE',
        lastChecked: Math.floor(Date.now() / 1000),
        lastCheck: { __typename: 'DomainCheck', result: 'MATCHED', found: [] },
        routing: { __typename: 'DomainRouting', result: 'POINTED', found: ['links.onceover.example'] },
        certificate: 'VALID',
        cnameTarget: 'links.onceover.example',
        addressTargets: ['203.0.113.9'],
      });
      await stage.page.reload();
      await stage.page.getByText(stage.texts.app.domains.ready).waitFor();
    },
  },
];
