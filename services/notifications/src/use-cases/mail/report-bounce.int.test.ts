import { metaField } from '@onceover/event-store';
import { secretBell } from '@onceover/schema/events/bells';
import { reportBounce } from '@onceover/schema/internal/report-bounce';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Bounced, bounceReport, type MailServer } from '../../test-support/bounce-reports.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

const newAddress = () => `${newId()}@reader.test`;

/** An email with a link that was sent, and what a server would report of it. */
async function sent(change: { readonly tenantRef?: string } = {}) {
  const streamId = newId();
  const to = newAddress();
  const about = { ...change, streamId };
  const deliveryId = await notifications.requests.request({ ...envelopes['secret-link'], address: to }, { about });
  await notifications.drain();
  return { deliveryId, to, streamId };
}

async function report(about: Bounced, server: MailServer = 'postfix') {
  const message = Buffer.from(bounceReport(server, about)).toString('base64');
  return await notifications.ask(reportBounce, { message });
}

const eventsOf = (deliveryId: string) =>
  notifications.rows<{ type: string; version: number; data: object }>(
    'select type, version, data from notifications.events where stream_id = $1 order by version',
    [deliveryId],
  );

/** Whether another email to an address leaves. */
async function fateOfNext(address: string) {
  const next = await notifications.requests.request({ ...envelopes['password-changed'], address });
  await notifications.drain();
  const { state, reason_code: reason } = await notifications.mail(next);
  return reason ?? state;
}

test('an email that comes back is recorded after its ending, and its address gets no other', async () => {
  const { deliveryId, to } = await sent();
  expect(await report({ deliveryId, to })).toEqual({ kind: 'done' });
  expect(await eventsOf(deliveryId)).toMatchObject([
    { type: 'delivery.sent', version: 1 },
    {
      type: 'delivery.bounced',
      version: 2,
      data: { deliveryId, template: 'secret-link', attempt: 1, requestedBy: 'secrets', reasonCode: 'no-such-mailbox' },
    },
  ]);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'bounced', reason_code: 'no-such-mailbox' });
  expect(await fateOfNext(to.toUpperCase())).toBe('unknown-address');
});

test('a second report of the same email changes nothing, also when both come at the same time', async () => {
  const { deliveryId, to } = await sent();
  await Promise.all([
    report({ deliveryId, to }),
    report({ deliveryId, to }, 'gmail'),
    report({ deliveryId, to }, 'exim'),
  ]);
  const before = await notifications.rows('select * from notifications.suppressed_address order by until');
  expect(await report({ deliveryId, to, status: '5.2.2' })).toEqual({ kind: 'done' });
  expect(await eventsOf(deliveryId)).toHaveLength(2);
  expect(await notifications.rows('select * from notifications.suppressed_address order by until')).toEqual(before);
});

test('a full mailbox or a refused text leaves the address alone', async () => {
  for (const status of ['5.2.2', '5.7.1', '4.4.7']) {
    const { deliveryId, to } = await sent();
    await report({ deliveryId, to, status, diagnostic: '552 no' });
    expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'bounced' });
    expect(await fateOfNext(to)).toBe('sent');
  }
});

test('an email that is only late is still sent', async () => {
  const { deliveryId, to } = await sent();
  expect(await report({ deliveryId, to, action: 'delayed', status: '4.4.1' })).toEqual({ kind: 'done' });
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent' });
});

test("a report that names another address than the email went to stops nobody's emails", async () => {
  const { deliveryId } = await sent();
  const other = newAddress();
  await report({ deliveryId, to: other });
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'bounced' });
  expect(await fateOfNext(other)).toBe('sent');
});

test('an unknown email, one that failed, and one that another server sent are answered like every other', async () => {
  notifications.mailbox.refuse(550, '5.7.1 not from you');
  const failed = await sent();
  await notifications.mailbox.comeBack();
  for (const deliveryId of [newId(), failed.deliveryId]) {
    expect(await report({ deliveryId, to: failed.to })).toEqual({ kind: 'done' });
  }
  expect(await report({ deliveryId: '20261123.4711', to: failed.to })).toEqual({ kind: 'done' });
  expect((await eventsOf(failed.deliveryId)).map(({ type }) => type)).toEqual(['delivery.failed']);
  expect(await fateOfNext(failed.to)).toBe('sent');
});

test('what is no report is said to be none', async () => {
  const message = Buffer.from('From: tom@reader.test\r\n\r\nI am away.\r\n').toString('base64');
  expect(await notifications.ask(reportBounce, { message })).toEqual({ kind: 'no-report' });
});

test('a report that overtakes our own record has to come again', async () => {
  notifications.mailbox.refuse(451, '4.3.0 later');
  const { deliveryId, to } = await sent();
  await expect(report({ deliveryId, to })).rejects.toThrow('mail-record is not available');
  await notifications.mailbox.comeBack();
  await notifications.pass(10);
  await report({ deliveryId, to });
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'bounced' });
});

test('a digest that comes back came back for each of its entries, and the desk still gets emails', async () => {
  const address = newAddress();
  const ask = () => notifications.requests.request({ ...envelopes.incoming, address }, { data: { inDigest: true } });
  const ids = [await ask(), await ask(), await ask()].toSorted();
  await notifications.drain();
  await notifications.pass(900);
  await report({ deliveryId: ids[0] ?? '', to: address });
  for (const id of ids) expect(await notifications.mail(id)).toMatchObject({ state: 'bounced' });
  expect(await fateOfNext(address)).toBe('sent');
});

test('whoever watches the secret hears of it, and its account has it in the feed', async () => {
  const tenantRef = newId();
  const { deliveryId, to, streamId } = await sent({ tenantRef });
  let rings = 0;
  using _ = await notifications.bells.on(secretBell(streamId), () => {
    rings += 1;
  });
  await report({ deliveryId, to });
  expect(rings).toBe(1);
  await notifications.drain();
  const feed = 'select kind, secret_ref from notifications.account_feed where account_ref = $1 order by seq';
  expect(await notifications.rows(feed, [tenantRef])).toEqual([
    { kind: 'email-sent', secret_ref: streamId },
    { kind: 'email-bounced', secret_ref: streamId },
  ]);
  const log = `select e.type, e.data->>'reasonCode' as reason, ${metaField('surface')} as surface
    from notifications.events e where e.tenant_ref = $1 order by e.version`;
  expect(await notifications.rows(log, [tenantRef])).toEqual([
    { type: 'delivery.sent', reason: null, surface: 'mail' },
    { type: 'delivery.bounced', reason: 'no-such-mailbox', surface: 'mail' },
  ]);
});

test('two emails to one address have nothing in common in the table, and no table has the address', async () => {
  const [one, other] = [await sent(), await sent()];
  const again = await notifications.requests.request({ ...envelopes['secret-link'], address: one.to });
  await notifications.drain();
  await report(one);
  const hashes = await notifications.rows<{ hash: Buffer }>(
    'select recipient_hash as hash from notifications.mail where delivery_id = any ($1)',
    [[one.deliveryId, other.deliveryId, again]],
  );
  expect(new Set(hashes.map(({ hash }) => hash.toString('hex'))).size).toBe(3);
  for (const table of ['mail', 'suppressed_address', 'events', 'commands', 'account_feed']) {
    const rows = await notifications.rows<{ text: string }>(`select t::text as text from notifications.${table} t`);
    expect(rows.filter(({ text }) => text.includes(one.to))).toEqual([]);
  }
});
