import type { DnsServer } from '@onceover/testing/dns-server';
import { eventually } from '@onceover/testing/eventually';
import { ApiClient, linksOf } from '../../support/api-client.ts';
import type { Browser } from '../../support/browser.ts';
import { concealAs, labelAs, newestHandle } from '../../support/customer-secrets.ts';
import { People, type Person, type Place } from '../../support/people.ts';
import { totpCode } from '../../support/totp.ts';
import type { Story, ToldPerson, ToldSecret } from './story.ts';
import { expectFine, graph, viewsOf } from './views.ts';

export const DESK = 'support@example.com';
const WEEK = '604800';
const DOMAINS = '/api/v2/account/domains';

type Lives = Pick<Story, 'waiting' | 'ended' | 'customer' | 'colonel' | 'unverified' | 'domains'>;

/** What happens while emails are delivered: people arrive, share, receive, burn, and set up what is theirs. */
export async function tellStory(
  place: Place,
  dns: DnsServer,
): Promise<{ readonly told: Lives; readonly customer: Person }> {
  const people = new People(place);
  using visitor = new ApiClient(place.url);
  const customer = await people.paidCustomer({ email: 'customer@example.com' });
  const apiToken = expectFine(await customer.browser.post('/api/v2/account/apitoken')).record.apitoken as string;
  const domains = await addDomains(customer, dns);
  const secrets = await shareAsVisitor(visitor);
  const waiting = { ...secrets.waiting, ...(await shareAsCustomer(customer, domains.verified)) };
  const opened = await concealAs(customer, 'opened by a visitor');
  expectOpened(await visitor.reveal(opened.secretKey));
  const emailed = await emailSecret(people, customer);
  await visitor.post('/api/v2/incoming', { secret: 'for the desk', ticketno: 'T100' });
  await customer.browser.post('/api/v2/feedback', { msg: 'Thank you for the upgrade test.' });
  expectFine(await customer.browser.post('/api/v2/account/update-locale', { locale: 'he' }));
  const unverified = await people.unverified({ email: 'unverified@example.com' });
  const verificationKey = await people.verificationKey(unverified.email);
  const colonel = await makeColonel(people, place);
  return {
    customer,
    told: {
      waiting: { ...waiting, emailed },
      ended: { ...secrets.ended, openedOfCustomer: opened },
      customer: { email: customer.email, password: customer.password, apiToken },
      colonel,
      unverified: { email: unverified.email, password: unverified.password, verificationKey },
      domains,
    },
  };
}

/** While no mail server answers: an email that is still to be sent when the program stops. */
export async function leaveMailPending({
  browser,
  ...customer
}: Person): Promise<Pick<Story, 'pendingMail' | 'views'>> {
  const pendingMail = { to: 'pending@example.com', content: 'sent after the upgrade' };
  await concealAs({ ...customer, browser }, pendingMail.content, {
    'recipient[]': pendingMail.to,
    people_only: 'false',
    ttl: WEEK,
  });
  // What consumers and counts say of it comes a moment later.
  const views = await eventually(async () => {
    const [one, other] = [await viewsOf(browser), await viewsOf(browser)];
    if (JSON.stringify(one) !== JSON.stringify(other)) throw new Error('the lists are still changing');
    if (!JSON.stringify(one).includes('"status":"QUEUED"')) throw new Error('the email is not in the lists yet');
    return other;
  });
  return { pendingMail, views };
}

async function shareAsVisitor(visitor: ApiClient): Promise<Pick<Story, 'waiting' | 'ended'>> {
  const content = (text: string, links: ReturnType<typeof linksOf>): ToldSecret => ({ content: text, ...links });
  const passphrase = 'a plum and a half';
  const locked = await visitor.conceal('behind a passphrase', { passphrase, ttl: WEEK });
  await visitor.reveal(locked.secretKey, { passphrase: 'a wrong one' });
  const generated = await visitor.post('/api/v2/secret/conceal', { kind: 'generate', ttl: WEEK });
  const received = await visitor.conceal('received', { ttl: WEEK });
  expectOpened(await visitor.reveal(received.secretKey));
  const burned = await visitor.conceal('burned', { ttl: WEEK });
  expectOpened(await visitor.burn(burned.metadataKey));
  return {
    waiting: {
      plain: content(
        'tea at 5? ☕ \u05e9\u05dc\u05d5\u05dd',
        await visitor.conceal('tea at 5? ☕ \u05e9\u05dc\u05d5\u05dd', { ttl: WEEK }),
      ),
      locked: { ...content('behind a passphrase', locked), passphrase },
      generated: content(generated.body.record.secret.secret_value as string, linksOf(generated)),
    },
    ended: { received, burned, expired: await visitor.conceal('expires while it is stopped', { ttl: '300' }) },
  };
}

async function shareAsCustomer(customer: Person, host: string): Promise<Story['waiting']> {
  const labelled = await concealAs(customer, 'of a customer', { ttl: WEEK });
  await labelAs(customer, await newestHandle(customer), 'the label of a secret');
  const onDomain = await concealAs(customer, 'by a custom domain', { share_domain: host, ttl: WEEK });
  return {
    labelled: { content: 'of a customer', ...labelled },
    onDomain: { content: 'by a custom domain', host, ...onDomain },
  };
}

async function emailSecret(people: People, customer: Person): Promise<ToldSecret> {
  const [to, content] = ['recipient@example.com', 'by email'] as const;
  const links = await concealAs(customer, content, { 'recipient[]': to, people_only: 'false', ttl: WEEK });
  await people.mailTo(to);
  return { content, ...links };
}

async function addDomains({ browser }: Person, dns: DnsServer): Promise<Story['domains']> {
  const [verified, pending] = ['secrets.acme-upgrade.com', 'later.acme-upgrade.com'] as const;
  const { record } = expectFine(await browser.post(`${DOMAINS}/add`, { domain: verified }));
  dns.setTxt(`${record.txt_validation_host}.${record.base_domain}`, record.txt_validation_value);
  expectFine(await browser.post(`${DOMAINS}/${verified}/verify`));
  expectFine(await browser.post(`${DOMAINS}/add`, { domain: pending }));
  return { verified, pending };
}

async function makeColonel(people: People, place: Place): Promise<ToldPerson> {
  const colonel = await people.customer({ email: 'colonel@example.com' });
  const manualKey = await enableTwoStep(colonel.browser, colonel.password);
  await place.runAccounts(['make-colonel', colonel.email]);
  return { email: colonel.email, password: colonel.password, manualKey };
}

async function enableTwoStep(browser: Browser, password: string): Promise<string> {
  const begin = `mutation { beginTwoStep(input: { password: ${JSON.stringify(password)} }) { ... on TwoStepBegun { manualKey } } }`;
  const { manualKey } = (await graph(browser, begin)).data.beginTwoStep;
  const enable = `mutation { enableTwoStep(input: { code: "${totpCode(manualKey)}" }) { __typename } }`;
  const { __typename: answer } = (await graph(browser, enable)).data.enableTwoStep;
  if (answer !== 'TwoStepEnabled') throw new Error(`enableTwoStep answered ${answer}`);
  return manualKey;
}

function expectOpened({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
}
