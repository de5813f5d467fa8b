import { jobQueueIn } from '@onceover/event-bus';
import { runEventsCommand } from '@onceover/event-bus/cli';
import { createPostgresEventStore, metaField, readMeta } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { traceparentOf } from '@onceover/service-kit/origin';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPostgresEndings } from '../../adapters/postgres/endings.ts';
import { openNotificationsEventTools } from '../../cli.ts';
import { envelopes } from '../../test-support/envelopes.ts';
import { startTestNotifications, type TestNotifications } from '../../test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
beforeEach(() => notifications.mailbox.comeBack());
afterAll(() => notifications[Symbol.asyncDispose]());

const gone = { state: 'suppressed', reason_code: 'gone', ending: 'delivery.suppressed' };

test.each(Object.values(envelopes))('an email that was requested arrives: $template', async (envelope) => {
  const deliveryId = await notifications.requests.request({ ...envelope, address: `${envelope.template}@reader.test` });
  await notifications.drain();
  const mail = await notifications.mailbox.waitForMail(`${envelope.template}@reader.test`);
  expect(mail.from).toBe('no-reply@onceover.test');
  expect(mail.headers).toMatchObject({
    from: 'Onceover <no-reply@onceover.test>',
    to: `${envelope.template}@reader.test`,
    'message-id': `<${deliveryId}@onceover.test>`,
    'auto-submitted': 'auto-generated',
    'content-language': 'en',
  });
  expect(mail.headers).not.toHaveProperty('x-mailer');
  expect(await notifications.mail(deliveryId)).toEqual({
    state: 'sent',
    attempts: 1,
    reason_code: null,
    ending: 'delivery.sent',
    has_envelope: false,
  });
});

test('an email is in the language of its reader', async () => {
  await notifications.requests.request({ ...envelopes['secret-link'], address: 'he@reader.test', locale: 'he' });
  await notifications.drain();
  const { subject, html, headers } = await notifications.mailbox.waitForMail('he@reader.test');
  expect(subject).toBe('קיבלתם סוד מאת \u2068writer@example.test\u2069');
  expect(html).toContain('dir="rtl"');
  expect(headers['content-language']).toBe('he');
});

test('the verification email is sent again when it is wanted again', async () => {
  const envelope = { ...envelopes['verify-account'], address: 'again@reader.test' };
  await notifications.requests.request(envelope, { type: 'account.verification_requested' });
  await notifications.drain();
  await notifications.mailbox.waitForMail('again@reader.test', 'verify');
});

test('how an email ended is an event that names nobody', async () => {
  const secretId = newId();
  const about = { streamId: secretId };
  const deliveryId = await notifications.requests.request(envelopes['secret-link'], { about });
  await notifications.drain();
  const events = await notifications.rows<{ meta: object }>(
    'select type, category, tenant_ref, data, meta from notifications.events where stream_id = $1',
    [deliveryId],
  );
  expect(events.map((event) => ({ ...event, meta: readMeta(event.meta) }))).toEqual([
    {
      type: 'delivery.sent',
      category: 'delivery',
      tenant_ref: null,
      data: { deliveryId, template: 'secret-link', attempt: 1, requestedBy: 'secrets', secretId },
      meta: {
        correlationId: 'req-test',
        causationId: expect.any(String),
        actor: { kind: 'system' },
        surface: 'mail',
        traceparent: traceparentOf('req-test'),
      },
    },
  ]);
});

test('a secret that has ended is not mailed any more', async () => {
  const envelope = { ...envelopes['secret-link'], address: 'late@reader.test' };
  const deliveryId = await notifications.requests.request(envelope, { isGone: true });
  await notifications.drain();
  expect(await notifications.mail(deliveryId)).toMatchObject(gone);
  expect(notifications.mailbox.mails().filter(({ to }) => to === 'late@reader.test')).toEqual([]);
});

test.each([
  ['an envelope sealed for another delivery', envelopes['secret-link'], 'unreadable-envelope', { sealedFor: newId() }],
  ['an envelope of another kind', envelopes['password-changed'], 'bad-envelope', { type: 'account.reset_requested' }],
  ['a bad address', { ...envelopes['secret-link'], address: 'a@b.test\r\nBcc: c@d.test' }, 'bad-envelope', {}],
  ['a bad link', { ...envelopes['secret-link'], path: '//evil.test' }, 'bad-envelope', {}],
])('%s is given up at once', async (_name, envelope, reason, change) => {
  const deliveryId = await notifications.requests.request(envelope, change);
  await notifications.drain();
  expect(await notifications.mail(deliveryId)).toMatchObject({
    state: 'failed',
    attempts: 1,
    reason_code: reason,
    ending: 'delivery.failed',
    has_envelope: true,
  });
});

test('operators see which emails were given up on, and why, but not to whom they were', async () => {
  const deliveryId = await notifications.requests.request(envelopes['secret-link'], { sealedFor: newId() });
  await notifications.drain();
  await using stack = new AsyncDisposableStack();
  const lines: string[] = [];
  const services = [await openNotificationsEventTools(notifications, stack)];
  const open = async () => ({ services, watermarkAge: async () => 0 });
  const write = (text: string) => void lines.push(text);
  expect(await runEventsCommand(['dlq', 'list', '--consumer', 'notifications.mail'], { open, write })).toBe(0);
  const line = lines.find((each) => each.includes(deliveryId));
  expect(line).toMatch(/^notifications\.mail\t\S+\t-\temail secret-link\t-\tfailed\t1\t2\S+\tunreadable-envelope$/);
  expect(lines.join()).not.toContain('@');
});

test('an event that wants no email makes none', async () => {
  const count = 'select count(*)::int as mails from notifications.mail';
  const before = await notifications.rows(count);
  const silent = { accountRef: newId(), deliveryId: undefined };
  await notifications.requests.append('accounts', 'account.password_changed', silent);
  await notifications.requests.append('accounts', 'account.verified', { deliveryId: newId() });
  await notifications.drain();
  expect(await notifications.rows(count)).toEqual(before);
});

test('an event that cannot be read is put aside and holds nobody up', async () => {
  await notifications.requests.append('secrets', 'secret.delivery_requested', { deliveryId: 'nonsense' });
  const deliveryId = await notifications.requests.request(envelopes['secret-link']);
  await notifications.drain();
  expect((await notifications.mail(deliveryId)).state).toBe('sent');
  expect(await notifications.rows('select consumer, state from notifications.dead_letters')).toEqual([
    { consumer: 'notifications.mail@1', state: 'parked' },
  ]);
  expect(await notifications.service.ready()).toEqual({ isReady: true });
});

test('an ending is recorded once, whoever says it again', async () => {
  const deliveryId = await notifications.requests.request(envelopes['secret-link']);
  await notifications.drain();
  const events = createPostgresEventStore({
    pool: notifications.owner,
    schema: 'notifications',
    service: 'notifications',
  });
  const taken = {
    deliveryId,
    eventId: newId(),
    template: 'secret-link',
    requestedBy: 'secrets',
    tenantRef: null,
    subjectRef: newId(),
    correlationId: 'req-test',
    traceparent: null,
    inDigest: false,
    attempt: 1,
    round: 0,
  } as const;
  const endings = createPostgresEndings({
    events,
    jobsIn: (tx) => jobQueueIn(tx, 'notifications_jobs'),
    hashRecipient: () => Buffer.alloc(32),
  });
  await endings.record(taken, { end: 'sent', reasonCode: null }); // the answer to the first record was lost
  await endings.record(taken, { end: 'failed', reasonCode: 'timeout' }); // somebody had the email at the same time
  expect((await events.load({ id: deliveryId, category: 'delivery' })).events.map(({ type }) => type)).toEqual([
    'delivery.sent',
  ]);
  expect(await notifications.mail(deliveryId)).toMatchObject({ state: 'sent', reason_code: null });
});

test('twenty emails at once arrive once each', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `burst-${index}@reader.test`);
  await Promise.all(
    addresses.map((address) => notifications.requests.request({ ...envelopes['secret-link'], address })),
  );
  await notifications.drain();
  const received = notifications.mailbox.mails().map(({ to }) => to);
  expect(received.filter((to) => to.startsWith('burst-')).sort()).toEqual(addresses.sort());
});

test.each([
  ['names one', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['names none', undefined],
])('the ending of an email is in the trace of the request that caused it: %s', async (_what, traceparent) => {
  const about = traceparent === undefined ? {} : { traceparent };
  const deliveryId = await notifications.requests.request(
    { ...envelopes['secret-link'], address: 'trace@reader.test' },
    { about },
  );
  await notifications.drain();
  const traces = await notifications.rows<{ trace: string | null; request: string }>(
    `select ${metaField('traceparent')} as trace, ${metaField('correlationId')} as request
     from notifications.events e where e.stream_id = $1`,
    [deliveryId],
  );
  expect(traces).toEqual([{ trace: traceparent ?? null, request: 'req-test' }]);
});
