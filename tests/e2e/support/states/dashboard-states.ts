import { concealAs, labelAs, newestHandle } from '../../../support/customer-secrets.ts';
import { handInBounce } from '../../../support/hand-in-bounce.ts';
import { DashboardPage } from '../../../support/pages/dashboard-page.ts';
import { FeedbackForm } from '../../../support/pages/feedback-form.ts';
import { ready } from '../../../support/pages/home-page.ts';
import { pressLikeAPerson } from '../../../support/pages/press-like-a-person.ts';
import { newEmail, type Person } from '../../../support/people.ts';
import { withPageData } from '../page-data.ts';
import { ToldActivity, toldSecret } from '../told-activity.ts';
import {
  home,
  message,
  metadataPage,
  patience,
  regularCustomer,
  regularPaidCustomer,
  type ScreenState,
  type Stage,
  secretPage,
} from './stage.ts';

const dashboard = ({ page, texts }: Stage) => new DashboardPage(page, texts);
const feedback = ({ page, texts }: Stage) => new FeedbackForm(page, texts);

async function atPath({ page }: Stage, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

const moments = (...kinds: string[]) =>
  kinds.map((kind, place) => ({ __typename: 'IncomingMoment', kind, at: 1_900_000_000 + place * 600 }));
const ticket = (id: string, ticketNumber: string, state: string, openedBy: string | null, ...kinds: string[]) => ({
  __typename: 'IncomingSecret',
  id,
  ticketNumber,
  secretShortkey: `${id}a7k2m9q`,
  state,
  created: 1_900_000_000,
  openedBy,
  timeline: moments(...kinds),
});

/** What the support desk's account sees. A system has only one such account, so each state has its own system. */
const queue = {
  __typename: 'IncomingSecrets',
  nodes: [
    ticket('1', 'AB123', 'NEW', null, 'SUBMITTED', 'MAILED'),
    ticket('2', 'AB122', 'RECEIVED', 'DESK', 'SUBMITTED', 'MAILED', 'OPENED'),
    ticket('3', 'AB122', 'RECEIVED', 'ANONYMOUS', 'SUBMITTED', 'MAILED', 'OPENED'),
    ticket('4', 'AB121', 'EXPIRED', null, 'SUBMITTED', 'MAIL_FAILED', 'EXPIRED'),
    ticket('5', 'AB120', 'BURNED', null, 'SUBMITTED', 'MAILED', 'BURNED'),
  ],
  pageInfo: { __typename: 'RecentPageInfo', endCursor: null, hasNextPage: false },
};

/** A customer whose page believes that they are the support desk. */
async function enterDesk(stage: Stage): Promise<void> {
  const person = await regularCustomer(stage);
  await stage.enterAs(person);
  await withPageData(stage.page, (data) => {
    data.incomingRecipient = person.email;
  });
}

async function answerQueue({ page }: Stage, incomingSecrets: object): Promise<void> {
  await page.route('**/graphql', (route) => {
    if (route.request().postDataJSON().operationName !== 'IncomingSecrets') return route.fallback();
    return route.fulfill({ json: { data: { incomingSecrets } } });
  });
}

/** A customer with something in each list. */
async function enterBusy(stage: Stage): Promise<void> {
  await stage.enterAs(await stage.keep('busy customer', () => busyCustomer(stage)));
}

async function busyCustomer(stage: Stage): Promise<Person> {
  const person = await stage.people.customer();
  const { metadataKey: key } = await concealAs(person, message, { 'recipient[]': newEmail('mika') });
  await labelAs(person, key, 'Wi-Fi at the office, for Mika');
  await concealAs(person, message);
  await stage.api.reveal((await concealAs(person, message)).secretKey);
  await person.browser.post(`/api/v2/private/${(await concealAs(person, message)).metadataKey}/burn`, {
    continue: 'true',
  });
  await stage.expire((await concealAs(person, message)).secretShortKey);
  return person;
}

export const dashboardStates: readonly ScreenState[] = [
  {
    name: 'dashboard',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open();
      await dashboard(stage).received.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'dashboard-bad-recipient',
    async enter(stage) {
      await stage.enterAs(await regularPaidCustomer(stage));
      await dashboard(stage).open();
      await home(stage).text.fill(message);
      await dashboard(stage).recipient.fill('mika');
      await home(stage).create.click();
      await home(stage).error.waitFor();
    },
  },
  {
    name: 'recent-story',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      const rows = dashboard(stage).received.getByRole('listitem');
      await dashboard(stage).act(rows.first(), stage.texts.public.metadata.timeline);
      await stage.page.getByTestId('story').waitFor();
    },
  },
  {
    name: 'dashboard-missing-domain',
    async enter(stage) {
      const person = await stage.people.paidCustomer();
      const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
      for (const verb of ['addDomain', 'verifyDomain'])
        await person.browser.graph(`mutation { ${verb}(input: { domain: "${host}" }) { __typename } }`);
      await stage.enterAs(person);
      await dashboard(stage).open();
      await stage.page.getByTestId('missing-domain').waitFor();
    },
  },
  {
    name: 'recent',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      await dashboard(stage).received.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'desk',
    async enter(stage) {
      await enterDesk(stage);
      await answerQueue(stage, queue);
      await dashboard(stage).open('/dashboard/desk');
      await dashboard(stage).desk.waitFor();
    },
  },
  {
    name: 'desk-nothing',
    async enter(stage) {
      await enterDesk(stage);
      await answerQueue(stage, { ...queue, nodes: [] });
      await dashboard(stage).open('/dashboard/desk');
      await dashboard(stage).deskNothing.waitFor();
    },
  },
  {
    name: 'desk-failed',
    async enter(stage) {
      await enterDesk(stage);
      await stage.page.route('**/graphql', (route) => route.abort('failed'));
      await dashboard(stage).open('/dashboard/desk');
      await stage.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'recent-live',
    async enter(stage) {
      const told = await ToldActivity.on(stage.page);
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      const row = dashboard(stage).received.getByRole('listitem').first();
      await row.getByRole('link').first().focus();
      await stage.page.getByTestId('live').getByText(stage.texts.core.live.on).waitFor();
      const email = {
        deliveries: [{ __typename: 'Delivery', status: 'FAILED', at: 1 }],
        recipients: 'mi*****@e*****.com',
      };
      for (const place of [1, 2, 3]) told.tell('CREATED', { secret: toldSecret(place, email) });
      const refusedOpenings = [{ __typename: 'RefusedOpening', reason: 'WRONG_PASSPHRASE', count: 3 }];
      const opened = { state: 'RECEIVED', received: 1_900_000_000, created: 1_700_000_000, refusedOpenings };
      told.tell('OPENED', { secret: toldSecret(0, opened) });
      await dashboard(stage).showNew(3).waitFor();
    },
  },
  {
    name: 'recent-paused',
    async enter(stage) {
      stage.guard.allow(/WebSocket/);
      const told = await ToldActivity.on(stage.page);
      await enterBusy(stage);
      await stage.page.clock.install();
      await dashboard(stage).open('/recent');
      const live = stage.page.getByTestId('live');
      await live.getByText(stage.texts.core.live.on).waitFor();
      await told.stop();
      await live.getByText(stage.texts.core.live.on).waitFor({ state: 'hidden' });
      await stage.page.clock.fastForward(patience);
      await live.getByText(stage.texts.core.live.paused).waitFor();
    },
  },
  {
    name: 'recent-label',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      const rows = dashboard(stage).received.getByRole('listitem');
      await dashboard(stage).act(rows.first(), stage.texts.app.label.add);
      await stage.page.keyboard.insertText('too long '.repeat(60));
      await stage.page.keyboard.press('Enter');
      await stage.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'recent-selected',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      await dashboard(stage).notReceived.getByRole('checkbox').nth(1).check();
      await dashboard(stage).received.getByRole('heading').getByRole('button').click();
    },
  },
  {
    name: 'recent-burn-selected',
    isModal: true,
    async enter(stage) {
      const { recent } = stage.texts.app;
      await enterBusy(stage);
      await stage.page.route('**/burn', (route) => route.abort('failed'));
      await dashboard(stage).open('/recent');
      await dashboard(stage).notReceived.getByRole('checkbox').first().check();
      await stage.page.getByTestId('rows-bar').getByRole('button', { name: recent.burn }).click();
      await stage.page.getByRole('dialog').getByRole('button', { name: recent.burn, exact: true }).click();
      await stage.page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'recent-keys',
    isModal: true,
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      await dashboard(stage).received.getByRole('link').first().press('?');
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'recent-menu',
    isModal: true,
    async enter(stage) {
      await enterBusy(stage);
      await stage.page.setViewportSize({ width: 360, height: 740 });
      await dashboard(stage).open('/recent');
      const { actions } = stage.texts.app.recent;
      await dashboard(stage).notReceived.getByRole('button', { name: actions }).first().click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'recent-nothing-found',
    async enter(stage) {
      await enterBusy(stage);
      await dashboard(stage).open('/recent');
      await dashboard(stage).search.fill('nothing of the kind');
      await dashboard(stage).nothing.waitFor();
    },
  },
  {
    name: 'recent-empty',
    async enter(stage) {
      await stage.enterAs(await stage.people.customer());
      await dashboard(stage).open('/recent');
      await dashboard(stage).nothing.waitFor();
    },
  },
  {
    name: 'recent-failed',
    async enter(stage) {
      await stage.enterAs(await stage.people.customer());
      await stage.page.route('**/graphql', (route) => route.abort('failed'));
      await dashboard(stage).open('/recent');
      await stage.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'private-mailed',
    async enter(stage) {
      const person = await stage.people.customer();
      const recipient = newEmail('mika');
      const { metadataKey } = await concealAs(person, message, { 'recipient[]': recipient });
      await stage.people.mailTo(recipient);
      await stage.enterAs(person);
      await metadataPage(stage).open(metadataKey);
    },
  },
  {
    name: 'private-returned',
    async enter(stage) {
      const person = await stage.people.customer();
      const recipient = newEmail('tom');
      const { metadataKey } = await concealAs(person, message, { 'recipient[]': recipient });
      await handInBounce(process.env.E2E_URL ?? '', await stage.people.mailTo(recipient));
      await stage.enterAs(person);
      await metadataPage(stage).open(metadataKey);
      await stage.page.getByText(stage.texts.public.metadata.bounced).waitFor();
    },
  },
  {
    name: 'private-handle',
    async enter(stage) {
      const person = await stage.people.customer();
      await labelAs(person, (await concealAs(person, message)).metadataKey, 'Wi-Fi at the office');
      await stage.enterAs(person);
      await metadataPage(stage).open(await newestHandle(person));
      await stage.page.getByTestId('label').waitFor();
    },
  },
  {
    name: 'secret-owner-shown',
    async enter(stage) {
      const person = await stage.people.customer();
      await stage.enterAs(person);
      await secretPage(stage).visit((await concealAs(person, message)).secretKey);
      await secretPage(stage).press();
      await secretPage(stage).value.waitFor();
    },
  },
  {
    name: 'secret-verify',
    async enter(stage) {
      const person = await stage.people.unverified();
      await stage.enterAs(person);
      await secretPage(stage).visit(await stage.people.verificationKey(person.email));
    },
  },
  {
    name: 'secret-verified',
    async enter(stage) {
      const person = await stage.people.unverified();
      await stage.enterAs(person);
      await secretPage(stage).visit(await stage.people.verificationKey(person.email));
      await pressLikeAPerson(stage.page.getByRole('button', { name: stage.texts.core.secret.clickToVerify }));
      await stage.page.getByRole('heading', { name: stage.texts.core.secret.verifiedHeading }).waitFor();
    },
  },
  { name: 'incoming', enter: (stage) => atPath(stage, '/incoming') },
  {
    name: 'incoming-error',
    async enter(stage) {
      await atPath(stage, '/incoming');
      await stage.page.getByRole('button', { name: stage.texts.public.incoming.create }).click();
      await stage.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'incoming-truncated',
    async enter(stage) {
      await atPath(stage, '/incoming');
      await stage.page.getByRole('textbox', { name: stage.texts.public.incoming.secret }).fill('a'.repeat(10_001));
    },
  },
  {
    name: 'incoming-sent',
    async enter(stage) {
      const { incoming } = stage.texts.public;
      await atPath(stage, '/incoming');
      await stage.page.getByRole('textbox', { name: incoming.secret }).fill(message);
      await stage.page.getByRole('textbox', { name: incoming.ticket }).fill('AB123');
      await stage.page.getByRole('button', { name: incoming.create }).click();
      await stage.page.getByText(incoming.sent.replace(/\{\{\w+\}\}/, 'AB123')).waitFor();
    },
  },
  { name: 'feedback', enter: (stage) => atPath(stage, '/feedback') },
  {
    name: 'feedback-captcha-error',
    async enter(stage) {
      await stage.page.route('**/altcha/challenge', (route) => route.abort('failed'));
      await atPath(stage, '/feedback');
      await feedback(stage).verify.click();
      await feedback(stage).waitUntil('error');
    },
  },
  {
    name: 'feedback-captcha-awaited',
    async enter(stage) {
      await stage.page.route('**/altcha/challenge', () => undefined);
      await atPath(stage, '/feedback');
      await feedback(stage).message.fill('Lovely seals.');
      await feedback(stage).send.click();
      await stage.page.getByText(stage.texts.public.captcha.wait).waitFor();
    },
  },
  {
    name: 'feedback-dialog',
    isModal: true,
    async enter(stage) {
      await atPath(stage, '/about');
      await stage.page.getByRole('contentinfo').getByRole('button', { name: stage.texts.core.feedback.open }).click();
      await feedback(stage).verify.click();
      await feedback(stage).waitUntil('verified');
    },
  },
  {
    name: 'feedback-sent',
    isModal: true,
    async enter(stage) {
      await atPath(stage, '/about');
      await stage.page.getByRole('contentinfo').getByRole('button', { name: stage.texts.core.feedback.open }).click();
      await feedback(stage).message.fill('Lovely seals.');
      await feedback(stage).verify.click();
      await feedback(stage).waitUntil('verified');
      await feedback(stage).send.click();
      await feedback(stage).sent.waitFor();
    },
  },
];
