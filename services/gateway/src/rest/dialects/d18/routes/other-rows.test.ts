import { colonelAnswer } from '@onceover/schema/rest/colonel';
import { recentAnswer } from '@onceover/schema/rest/metadata';
import { concealAnswer } from '@onceover/schema/rest/secret';
import { altchaChallengeAnswer } from '@onceover/schema/rest/site';
import { feedbackAnswer, incomingAnswer } from '@onceover/schema/rest/support';
import { NotAuthorizedError } from '@onceover/service-kit/errors';
import { expect, test, vi } from 'vitest';
import { ask, post } from '../../../../test-support/ask.ts';
import { done, type Inputs, playing, refusedBy } from '../../../../test-support/played-doors.ts';
import { concealed, metadata, revealed, secretKey } from '../../../../test-support/sample-data.ts';
import { signedInGateway } from '../../../../test-support/signed-in-gateway.ts';
import { startTestGateway } from '../../../../test-support/start-test-gateway.ts';

// Each test composes a graph of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const own = { ...metadata, secretKey: null, hasOwner: true, isOwner: true };
const page = {
  nodes: [own],
  pageInfo: { endCursor: null, hasNextPage: false },
  counts: { received: 0, notReceived: 1 },
};
const usage = { secretsCreated: 1, secretsBurned: 0, secretsShared: 0, emailsSent: 0 };
const refusal = (__typename: string, code: string, more: object = {}) => ({ __typename, code, message: '', ...more });

test('recent secrets are for their owner', async () => {
  await using gateway = await signedInGateway({ secrets: { Query: { recentSecrets: () => page } } });
  for (const as of ['session', 'recent', 'api']) {
    const answer = recentAnswer.parse((await gateway.get('/api/v2/private/recent', as)).json);
    expect(answer.records[0]).toMatchObject({ custid: 'nina@example.com', share_url: null });
  }
  for (const as of ['nobody', 'secrets-read-meta']) {
    expect((await gateway.get('/api/v2/private/recent', as)).status).toBe(403);
  }
});

test('a secret that a customer conceals carries their name', async () => {
  const mine = {
    ...concealed,
    metadata: { ...metadata, hasOwner: true, isOwner: true, recipients: 'ni*****@e*****.com' },
  };
  await using gateway = await signedInGateway({ secrets: { Mutation: { concealSecret: () => mine } } });
  const fields = { secret: 'a', recipient: 'Nina <nina@example.com>' };
  const { custid, record, details } = concealAnswer.parse((await gateway.post('/api/v2/secret/conceal', fields)).json);
  expect([custid, record.metadata.custid]).toEqual(['nina@example.com', 'nina@example.com']);
  expect(details).toMatchObject({ recipient: ['nina@example.com'], recipient_safe: ['ni*****@e*****.com'] });
  expect((await gateway.post('/api/v2/secret/conceal', fields, 'recent')).status).toBe(403);
});

test.each([
  [
    refusal('UndeliverableRecipient', 'secret.undeliverable-recipient', { address: 'a b' }),
    { code: 'bad_recipient', message: 'Undeliverable email address: a b' },
  ],
  [
    refusal('TooManyRecipients', 'secret.too-many-recipients', { limit: 5 }),
    { code: 'too_many_recipients', message: 'Too many recipients (limit 5)' },
  ],
  [
    refusal('MailQuotaReached', 'secret.mail-quota-reached', { retryAfterSeconds: 9 }),
    { code: 'rate_limited', message: 'Cripes! You have been rate limited.' },
  ],
])('conceal says what is wrong with recipients: %j', async (answer, body) => {
  await using gateway = await signedInGateway({ secrets: { Mutation: { concealSecret: () => answer } } });
  expect((await gateway.post('/api/v2/secret/conceal', { secret: 'a' })).json).toMatchObject(body);
});

test.each(['', '/reveal'])('opening a verification secret ends the session it came with: POST …%s', async (call) => {
  const ended: Inputs = [];
  await using gateway = await signedInGateway({
    secrets: { Mutation: { revealSecret: () => ({ ...revealed, verification: true }) } },
    calls: playing('signOut', {}, ended),
  });
  const answer = await gateway.post(`/api/v2/secret/${secretKey}${call}`, { continue: 'true' });
  expect(answer.json).toMatchObject({ custid: 'anon', shrimp: 'v1.none', record: { verification: true } });
  expect(ended).toEqual([{ sessionId: gateway.session, rememberMe: null }]);
  expect(answer.headers['set-cookie']?.[0]).toContain('sess=; Max-Age=0');
});

const colonel = { role: 'colonel', hasSecondFactor: true, isTwoStepOn: true } as const;
const counted = {
  accounts: {
    Query: {
      accountStatistics: () => ({ sessionCount: 1, customerCount: 2, recentCustomerCount: 1, recentCustomers: [] }),
    },
  },
  secrets: { Query: { secretStatistics: () => ({ metadataCount: 1, secretCount: 1, ...usage }) } },
  notifications: {
    Query: {
      feedback: () => [{ id: '1', message: 'more tea', created: 1_700_000_000 }],
      feedbackStatistics: () => ({ count: 1, todayCount: 0, yesterdayCount: 0 }),
    },
  },
};

test('a colonel with a second factor sees all three services at once', async () => {
  await using gateway = await signedInGateway(counted, colonel);
  const { record } = colonelAnswer.parse((await gateway.get('/api/v2/colonel')).json);
  expect(record.counts).toMatchObject({ customer_count: 2, secret_count: 1, older_feedback_count: 1 });
  expect(record.older_feedback).toMatchObject([{ msg: 'more tea' }]);
});

test.each([
  ['a customer', {}, 'session'],
  ['a colonel without a second factor', { ...colonel, hasSecondFactor: false }, 'session'],
  ['a token', colonel, 'api'],
  ['a visitor', colonel, 'nobody'],
])('%s is no colonel', async (_who, facts, as) => {
  await using gateway = await signedInGateway(counted, facts);
  expect((await gateway.get('/api/v2/colonel', as)).status).toBe(403);
});

test('when a service refuses what the gateway allowed, the service decides', async () => {
  const refusing = {
    ...counted,
    notifications: {
      Query: {
        ...counted.notifications.Query,
        feedback: () => {
          throw new NotAuthorizedError();
        },
      },
    },
  };
  await using gateway = await signedInGateway(refusing, colonel);
  expect((await gateway.get('/api/v2/colonel')).status).toBe(403);
});

test('a challenge says when it expires', async () => {
  await using gateway = await startTestGateway();
  const answer = await ask(gateway.port, '/api/v2/altcha/challenge');
  const { salt } = altchaChallengeAnswer.parse(answer.json);
  const expires = Number(/expires=(\d+)&$/.exec(salt)?.[1]) * 1000;
  expect(Date.parse(answer.headers.expires ?? '')).toBe(expires);
  expect(Math.abs(expires - Date.now() - 600_000)).toBeLessThan(5000);
});

const feedbackServices = {
  calls: playing('submitFeedback', ({ message }) =>
    String(message).trim() === '' ? refusedBy('feedback.empty') : done,
  ),
};

test('customers just send feedback; visitors solve a challenge first', async () => {
  await using gateway = await signedInGateway(feedbackServices);
  const path = '/api/v2/feedback';
  feedbackAnswer.parse((await gateway.post(path, { msg: 'more tea' })).json);
  expect((await gateway.post(path, { msg: ' ' })).json).toMatchObject({
    code: 'empty_feedback',
    message: 'You can be more original than that!',
  });
  const asVisitor = (fields: Readonly<Record<string, string>>) => gateway.post(path, fields, 'nobody');
  expect((await asVisitor({ msg: '' })).json.code).toBe('empty_feedback');
  expect((await asVisitor({ msg: 'a' })).json).toMatchObject({
    code: 'captcha_missing',
    message: 'Cannot skip authenticity check',
  });
  expect((await asVisitor({ msg: 'a', authenticity_payload: 'x' })).json).toMatchObject({
    code: 'captcha_failed',
    message: 'You need to be carbon-based to do that',
  });
});

test('a browser without JavaScript is redirected to the page, with a notice', async () => {
  await using gateway = await startTestGateway(feedbackServices);
  const html = { accept: 'text/html' };
  const refused = await post(gateway.port, '/feedback', { msg: 'a' }, html);
  expect([refused.status, refused.headers.location]).toEqual([302, '/feedback?notice=captcha_missing']);
  const incoming = await post(gateway.port, '/incoming', { secret: 'a', ticketno: 'AB1' }, html);
  expect([incoming.status, incoming.headers.location]).toEqual([302, '/']);
  const asked = await post(gateway.port, '/incoming', { secret: 'a' }, { accept: 'application/json' });
  expect([asked.status, asked.json.message]).toEqual([404, '/incoming is not available']);
});

test('a secret submitted for the support desk is answered with its metadata', async () => {
  const submitted = {
    __typename: 'IncomingSubmitted',
    isReplay: false,
    metadata,
    ticketNumber: 'AB123',
    recipient: 'su*****@e*****.com',
  };
  const inputs: object[] = [];
  const submitIncoming = (_parent: unknown, { input }: { input: Record<string, unknown> }) => {
    inputs.push({ ...input });
    return input.ticketNumber === '' ? refusal('InvalidTicketNumber', 'incoming.invalid-ticket-number') : submitted;
  };
  await using gateway = await startTestGateway({
    secrets: { Mutation: { submitIncoming } },
    env: { ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' },
  });
  const answer = await post(gateway.port, '/api/v2/incoming', { secret: ' a ', ticketno: 'AB123', kind: 'generate' });
  const { details, record } = incomingAnswer.parse(answer.json);
  expect(details).toEqual({ ticketno: 'AB123', recipient_safe: ['su*****@e*****.com'] });
  expect(record.metadata.key).toBe(metadata.key);
  expect(inputs).toEqual([{ secret: ' a ', ticketNumber: 'AB123' }]);
  expect((await post(gateway.port, '/api/v2/incoming', { secret: 'a' })).json).toMatchObject({
    code: 'bad_ticket',
    message: 'You must provide a valid ticket number',
    success: false,
  });
});
