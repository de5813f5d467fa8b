import { privateAnswer } from '@onceover/schema/rest/metadata';
import { concealAnswer } from '@onceover/schema/rest/secret';
import { beforeAll, expect, test } from 'vitest';
import { postJson } from '../../support/http.ts';
import { newEmail, type Person } from '../../support/people.ts';
import { expectFailure, expectOk, expectPlainError, expectUnknownSecret } from '../support/expectations.ts';
import { CONCEAL, look } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
let nina: Person;
let paid: Person;

beforeAll(async () => {
  nina = await system.people.customer();
  paid = await system.people.paidCustomer();
});

const bad = (code: string, message: string) => ({ status: 400, code, message });
const json = (person: Person, fields: object) =>
  postJson(system.url, CONCEAL, { ...fields, shrimp: person.browser.shrimp }, { cookie: person.browser.cookie ?? '' });

test('a plan allows what it promises', async () => {
  const ttl = async (person: Person, seconds: string) =>
    expectOk(await person.browser.post(CONCEAL, { secret: 'a', ttl: seconds }), concealAnswer);
  const basic = await ttl(nina, '1209600');
  expect([basic.record.metadata.secret_ttl, basic.details.ttl_adjusted]).toEqual([1_209_600, false]);
  expect((await ttl(nina, '2592000')).record.metadata.secret_ttl).toBe(1_209_600);
  expect((await ttl(paid, '2592000')).record.metadata.secret_ttl).toBe(2_592_000);
  expect((await ttl(paid, '')).record.metadata.secret_ttl).toBe(604_800);
  const long = expectOk(await paid.browser.post(CONCEAL, { secret: 'x'.repeat(100_001) }), concealAnswer);
  expect(long.record.secret).toMatchObject({ is_truncated: true, original_size: 100_001 });
});

test('recipients get the link by email; everywhere else their addresses are obscured', async () => {
  const [one, other] = [newEmail('one'), newEmail('other')];
  const fields = { secret: 'a', recipient: [`Nina <${one}>`, '', other, `Tom <${other}>`] };
  const { record, details } = expectOk(await json(nina, fields), concealAnswer);
  expect(details.recipient).toEqual([one, other]);
  expect(details.recipient_safe).toEqual(['on*****@e*****.com', 'ot*****@e*****.com']);
  expect(record.metadata).toMatchObject({
    recipients: 'on*****@e*****.com, ot*****@e*****.com',
    show_recipients: true,
  });
  for (const address of [one, other]) {
    const mail = await system.people.mailTo(address);
    expect(mail.subject).toBe(`${nina.email} sent you a secret`);
    expect(mail.text).toContain(`/secret/${record.secret.key}`);
  }
  const shown = await nina.browser.get(`/api/v2/private/${record.metadata.key}`);
  const { details: seen } = expectOk(shown, privateAnswer);
  expect(seen).toMatchObject({ show_recipients: true, show_secret_link: false });
  expect(seen.deliveries.map(({ status }) => status)).toEqual(['sent', 'sent']);
  for (const { at } of seen.deliveries) expect(at).toBeGreaterThanOrEqual(record.metadata.created);
});

test.each([
  ['not an address', 'not an address'],
  ['header injection', 'a@b.example\r\nBcc: victim@example.com'],
  ['two in one', 'a@b.example,c@d.example'],
  ['no top-level domain', 'a@b'],
  ['10,000 characters', `${'a'.repeat(10_000)}@example.com`],
])('an address that email cannot reach is named, and nothing is stored: %s', async (_what, address) => {
  const before = await system.tables.pendingContent();
  const answer = await json(nina, { secret: 'a', recipient: [newEmail(), address] });
  expectFailure(answer, bad('bad_recipient', `Undeliverable email address: ${address.slice(0, 320)}`));
  expect(await system.tables.pendingContent()).toEqual(before);
});

test('six recipients are too many', async () => {
  const recipient = Array.from({ length: 6 }, () => newEmail());
  expectFailure(
    await json(nina, { secret: 'a', recipient }),
    bad('too_many_recipients', 'Too many recipients (limit 5)'),
  );
});

test('visitors cannot send email', async () => {
  const answer = await system.people.visitor().post(CONCEAL, { secret: 'a', recipient: newEmail() });
  expectFailure(answer, bad('account_required', 'An account is required to send emails.'));
});

test("a link can only be on the customer's own domain", async () => {
  for (const person of [nina, paid]) {
    expectFailure(
      await person.browser.post(CONCEAL, { secret: 'a', share_domain: 'no host' }),
      bad('bad_share_domain', 'Invalid share domain (no host)'),
    );
    expectPlainError(await person.browser.post(CONCEAL, { secret: 'a', share_domain: 'once.acme-links.com' }), {
      status: 404,
      code: 'domain_not_found',
      message: 'Domain not found once.acme-links.com',
    });
  }
  const site = new URL(system.url).host;
  expectOk(await nina.browser.post(CONCEAL, { secret: 'a', share_domain: site }), concealAnswer);
});

test('opening your own secret uses it up', async () => {
  const { record } = expectOk(await nina.browser.post(CONCEAL, { secret: 'mine' }), concealAnswer);
  const shown = await nina.browser.post(`/api/v2/secret/${record.secret.key}`, { continue: 'true' });
  expect(shown.json).toMatchObject({ custid: nina.email, record: { secret_value: 'mine', is_owner: true } });
  expectUnknownSecret(await look(system.url, record.secret.key), record.secret.key);
});
