import { partnerEvents } from '@onceover/schema/events/partner-view';
import { deskTenant, operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { noTelemetry } from '@onceover/service-kit/telemetry';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cutPartnerEvents } from './adapters/postgres/partner-events.ts';
import { createPostgresTopicPlaces } from './adapters/postgres/partner-topics.ts';
import { runPartnersCommand } from './cli.ts';
import { partnerLog } from './logger.ts';
import { startPartnerEgress } from './partner-egress.ts';
import { keptTopics } from './test-support/kept-topics.ts';
import { startTestNotifications, type TestNotifications } from './test-support/test-notifications.ts';

let notifications: TestNotifications;
beforeAll(async () => {
  notifications = await startTestNotifications();
});
afterAll(() => notifications[Symbol.asyncDispose]());

const nina = { email: 'nina@example.test', accountRef: newId() };

const brokers = { areAway: false };

async function partners(...argv: readonly string[]) {
  const lines: string[] = [];
  const atBrokers: unknown[] = [];
  const code = await runPartnersCommand(argv, {
    open: async () => ({ database: notifications.database }),
    accountOf: async (email) => (email === nina.email ? nina.accountRef : null),
    access: {
      async give(partnerRef, secret) {
        atBrokers.push(['give', partnerRef, secret]);
        return { brokers: 'kafka:9092', topic: 'its topic', groupPrefix: 'its groups', user: 'its user' };
      },
      async take(partnerRef) {
        if (brokers.areAway) throw new Error('away');
        atBrokers.push(['take', partnerRef]);
      },
    },
    write: (line) => void lines.push(line),
  });
  return { code, text: lines.join('\n'), atBrokers };
}

/** An account with a topic. */
async function partner(...options: readonly string[]) {
  const accountRef = newId();
  expect(await partners('add-topic', accountRef, ...options)).toMatchObject({ code: 0 });
  return accountRef;
}
const happens = async (tenantRef: string, type = 'secret.created', data: object = { kind: 'share' }) => {
  const log = type.startsWith('domain') ? 'accounts' : 'secrets';
  await notifications.requests.append(log, type, data, { tenantRef });
};
const publishedOf = async (partnerRef: string) => {
  const [row] = await notifications.rows<{ published: string }>(
    'select published from notifications.partner_topic where partner_ref = $1',
    [partnerRef],
  );
  return Number(row?.published);
};

/** Fills the topics of everybody into memory, until the test has finished. */
function fill(change: Partial<Parameters<typeof startPartnerEgress>[0]> = {}) {
  const kept = keptTopics();
  const egress = startPartnerEgress({
    database: notifications.database,
    topics: kept.topics,
    bells: notifications.bells,
    siteOrigin: 'https://onceover.test',
    log: kept.log,
    telemetry: noTelemetry,
    everyMs: 50,
    ...change,
  });
  onTestFinished(() => egress[Symbol.asyncDispose]());
  return { ...kept, egress };
}
const sequences = (records: readonly { readonly headers: Readonly<Record<string, string>> }[]) =>
  records.map(({ headers }) => Number(headers.ce_sequence));

test('an operator gives an account a topic by its address or its id, which the trail tells', async () => {
  expect(await partners('add-topic', nina.email)).toMatchObject({ code: 0 });
  expect(await partners('add-topic', nina.accountRef)).toEqual({
    code: 1,
    text: 'This account has a topic already.',
    atBrokers: [],
  });
  expect((await partners('list')).text).toMatch(
    new RegExp(`^${nina.accountRef}  since \\d{4}-\\d\\d-\\d\\d  nothing waits  all types$`, 'm'),
  );
  const { text, atBrokers } = await partners('give-access', nina.email, '--bytes-per-second', '5000');
  const [, password] = /^password {2}([\w-]{32})$/m.exec(text) ?? [];
  expect(atBrokers).toEqual([['give', nina.accountRef, { password, bytesPerSecond: 5000 }]]);
  expect((await partners('take-access', nina.email)).atBrokers).toEqual([['take', nina.accountRef]]);
  expect(await partners('remove-topic', nina.email)).toMatchObject({ code: 0 });
  expect(await partners('remove-topic', nina.email)).toMatchObject({ code: 1, text: 'This account has no topic.' });
  const recorded = await notifications.rows<{ action: string; whole: string }>(
    `select data->>'action' as action, e::text as whole from notifications.events e
     where type = 'operator.action_taken' and data->>'targetRef' = $1 and tenant_ref = $2 order by gen, xid, pos`,
    [nina.accountRef, operatorTenant],
  );
  expect(recorded.map(({ action }) => action)).toEqual([
    'partner_topic_added',
    'partner_access_given',
    'partner_access_taken',
    'partner_topic_removed',
  ]);
  expect(JSON.stringify(recorded)).not.toContain(password);
});

test('what was mistyped, or is about nobody, is refused without the address', async () => {
  const strange = await partners('add-topic', 'tom@example.test');
  expect(strange).toEqual({ code: 1, text: 'There is no account with this address.', atBrokers: [] });
  expect(await partners('give-access', newId())).toMatchObject({ code: 1, atBrokers: [] });
  for (const words of [
    ['add-topic', 'tom'],
    ['add-topic', newId(), '--types', 'secret.stolen'],
    ['add-topic', newId(), '--types', 'account.registered'],
    ['give-access', newId(), '--bytes-per-second', '0'],
  ]) {
    expect((await partners(...words)).code).toBe(2);
  }
});

test('a topic is made without an event, and filled in order with what is theirs, also from before', async () => {
  const accountRef = await partner();
  await happens(accountRef);
  await notifications.drain();
  const { recordsOf, made } = fill();
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1]));
  expect(made).toContain(accountRef);
  await happens(accountRef, 'domain.verified', {});
  await happens(newId());
  await happens(deskTenant);
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1, 2]));
  const [record] = recordsOf(accountRef);
  expect(record).toMatchObject({
    key: record?.headers.ce_partitionkey,
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_source: '/onceover/onceover.test/secrets',
      ce_type: 'io.onceover.secret.created',
    },
    value: expect.stringContaining('"kind":"share"'),
  });
  await eventually(async () => expect(await publishedOf(accountRef)).toBe(2));
  const empty = await partner();
  await eventually(() => expect(made).toContain(empty));
});

test('only the types that were named are on the topic, and the others are passed over', async () => {
  const accountRef = await partner('--types', 'secret.created');
  const { recordsOf } = fill();
  await happens(accountRef, 'domain.verified', {});
  await happens(accountRef);
  await happens(accountRef, 'domain.verified', {});
  await eventually(async () => expect(await publishedOf(accountRef)).toBe(3));
  expect(recordsOf(accountRef).map(({ headers }) => headers.ce_type)).toEqual(['io.onceover.secret.created']);
});

test('while brokers are away events wait; the cause is said once, nobody else waits, and nothing is lost', async () => {
  const [first, second] = [await partner(), await partner()];
  const { recordsOf, fail, mend, said, egress } = fill();
  fail(first);
  for (const accountRef of [first, second, first]) await happens(accountRef);
  await eventually(() => expect(sequences(recordsOf(second))).toEqual([1]));
  await eventually(() => expect(said('cannot be filled')).toBe(1));
  // The others are filled: a topic that was taken away at the brokers is no reason to end the process.
  expect(await egress.ready()).toEqual({ isReady: true });
  const [report] = await egress.consumers();
  expect(report).toMatchObject({ consumer: 'partner-egress', isHalted: true, lag: { events: 2 } });
  expect((await partners('list')).text).toContain(`${first}  since`);
  expect((await partners('list')).text).toContain('2 of 2 wait');
  mend(first);
  await eventually(() => {
    expect(sequences(recordsOf(first))).toEqual([1, 2]);
  });
  await eventually(() => expect(said('is filled again')).toBe(1));
  expect(await egress.ready()).toEqual({ isReady: true });
  expect(said('cannot be filled')).toBe(1);
});

test('a process that fills no topic is not ready, nor is one that cannot ask which there are', async () => {
  await notifications.owner.query('delete from notifications.partner_topic');
  const accountRef = await partner();
  const { fail, mend, egress } = fill();
  fail(accountRef);
  await happens(accountRef);
  await eventually(async () => {
    expect(await egress.ready()).toEqual({ isReady: false, reason: 'topics of partners: kafka is not available' });
  });
  mend(accountRef);
  await eventually(async () => expect(await egress.ready()).toEqual({ isReady: true }));
  const right = (change: string) => notifications.owner.query(`${change} onceover_partner_egress`);
  await right('revoke select on notifications.partner_topic from');
  onTestFinished(async () => {
    await right('grant select on notifications.partner_topic to');
  });
  await eventually(async () => {
    expect(await egress.ready()).toEqual({ isReady: false, reason: 'topics of partners: they cannot be listed' });
  });
  await right('grant select on notifications.partner_topic to');
  await eventually(async () => expect(await egress.ready()).toEqual({ isReady: true }));
});

test('a topic that was lost is made and gets what it should still hold', async () => {
  const accountRef = await partner();
  const { recordsOf, lose } = fill();
  for (let made = 0; made < 3; made += 1) await happens(accountRef);
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1, 2, 3]));
  await notifications.owner.query(
    `update notifications.partner_event set at = at - interval '8 days' where partner_ref = $1 and position = 1`,
    [accountRef],
  );
  lose(accountRef);
  await happens(accountRef);
  await eventually(() => {
    expect(sequences(recordsOf(accountRef))).toEqual([2, 3, 4]);
  });
});

test('several processes fill each topic in its order', async () => {
  const refs = [await partner(), await partner(), await partner()];
  const one = fill();
  const another = fill({ topics: one.topics });
  const most = 25;
  await Promise.all(refs.flatMap((ref) => Array.from({ length: most }, () => happens(ref))));
  const all = Array.from({ length: most }, (_, place) => place + 1);
  for (const ref of refs) {
    await eventually(() => expect(sequences(one.recordsOf(ref))).toEqual(all), { withinMs: 20_000 });
  }
  await eventually(async () => expect((await another.egress.consumers())[0]?.lag).toEqual({ events: 0, seconds: 0 }));
});

test('who has a topic is never silent; with the account the topic ends', async () => {
  const accountRef = await partner();
  await happens(accountRef);
  await notifications.drain();
  await notifications.owner.query('update notifications.partner set asked_on = asked_on - 31 where partner_ref = $1', [
    accountRef,
  ]);
  await cutPartnerEvents(notifications.owner, null);
  const { recordsOf } = fill();
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1]));
  await notifications.requests.append('accounts', 'account.erased', { accountRef }, { tenantRef: accountRef });
  await notifications.drain();
  expect((await partners('list')).text).not.toContain(accountRef);
});

test('what an account could read at the brokers outlives it, which is said, and listed until it is taken', async () => {
  const warn = vi.spyOn(partnerLog, 'warn');
  onTestFinished(() => warn.mockRestore());
  const [accountRef, without, another] = [await partner(), await partner(), await partner()];
  for (const each of [accountRef, another]) expect(await partners('give-access', each)).toMatchObject({ code: 0 });
  for (const each of [accountRef, without]) {
    await notifications.requests.append('accounts', 'account.erased', { accountRef: each }, { tenantRef: each });
  }
  await notifications.drain();
  expect(warn.mock.calls).toEqual([
    [
      { partnerRef: accountRef, command: `npm run partners -- take-access ${accountRef}` },
      'an account that was deleted can still read its topic at the brokers',
    ],
  ]);
  const line = async (ref: string) => (await partners('list')).text.split('\n').filter((each) => each.startsWith(ref));
  expect(await line(accountRef)).toEqual([
    expect.stringMatching(/has no topic; since \d{4}-\d\d-\d\d it can read what was: take-access$/),
  ]);
  expect(await line(without)).toEqual([]);
  expect(await line(another)).toHaveLength(1);
  brokers.areAway = true;
  await expect(partners('take-access', accountRef)).rejects.toThrow('away');
  expect(await line(accountRef)).toHaveLength(1);
  brokers.areAway = false;
  expect(await partners('take-access', accountRef)).toMatchObject({ code: 0, atBrokers: [['take', accountRef]] });
  expect(await line(accountRef)).toEqual([]);
});

test('while an account is disabled its topic gets nothing and holds nobody up; enabled, it gets what has waited', async () => {
  const [accountRef, another] = [await partner(), await partner()];
  const { recordsOf, egress } = fill();
  await happens(accountRef);
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1]));
  const turn = async (type: string) => {
    const data = { accountRef, reasonCode: 'abuse' };
    await notifications.requests.append('accounts', type, data, { tenantRef: accountRef });
    await notifications.drain();
  };
  await turn('account.disabled');
  await turn('account.enabled');
  await turn('account.disabled');
  await happens(accountRef);
  await happens(another);
  await eventually(() => expect(sequences(recordsOf(another))).toEqual([1]));
  await eventually(async () => expect((await egress.consumers())[0]?.lag).toEqual({ events: 0, seconds: 0 }));
  expect(sequences(recordsOf(accountRef))).toEqual([1]);
  expect(await createPostgresTopicPlaces(notifications.owner).read(accountRef, 10)).toBeNull();
  const line = async () => (await partners('list')).text.split('\n').find((each) => each.startsWith(accountRef));
  expect(await line()).toMatch(/1 of 2 wait {2}all types {2}its account is disabled$/);
  await turn('account.enabled');
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([1, 2]));
  await eventually(async () => expect(await line()).toMatch(/nothing waits {2}all types$/));
});

test('what was deleted before it could be published is said, and the topic goes on behind it', async () => {
  const accountRef = await partner();
  for (let made = 0; made < 2; made += 1) await happens(accountRef);
  await notifications.drain();
  await notifications.owner.query(
    `update notifications.partner_event set at = at - interval '31 days' where partner_ref = $1 and position = 1`,
    [accountRef],
  );
  await cutPartnerEvents(notifications.owner, null);
  const { recordsOf, said } = fill();
  await eventually(() => expect(sequences(recordsOf(accountRef))).toEqual([2]));
  expect(said('were deleted before')).toBe(1);
});

test('no field that is internal is on a topic, of any event that partners get', async () => {
  const accountRef = await partner();
  const { recordsOf } = fill();
  const own = partnerEvents.filter(({ row: { producer } }) => producer !== 'notifications');
  for (const { row } of own) {
    const log = row.producer === 'accounts' ? 'accounts' : 'secrets';
    await notifications.requests.append(log, row.type, {}, { tenantRef: accountRef, networkTag: 'CANARY00' });
  }
  await eventually(() => expect(recordsOf(accountRef).length).toBeGreaterThan(5));
  await eventually(async () => expect((await partners('list')).text).toContain(`${accountRef}  since`));
  await eventually(async () => expect(await publishedOf(accountRef)).toBe(recordsOf(accountRef).length));
  const records = JSON.stringify(recordsOf(accountRef));
  for (const word of ['CANARY00', 'deliveryId', 'correlationId', 'networkTag', 'sizeBucket', 'actor']) {
    expect(records).not.toContain(word);
  }
  for (const { headers, value } of recordsOf(accountRef)) {
    const view = partnerEvents.find(({ type }) => type === headers.ce_type);
    const visible = Object.keys(view?.data.shape ?? {});
    for (const name of Object.keys(JSON.parse(value) as object)) expect(visible).toContain(name);
  }
});

test('whoever fills topics reads what partners get, and nothing else', async () => {
  const rows = await notifications.rows<{ place: string }>(
    `select c.relname as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^pg_|information_schema' and c.relkind in ('r', 'p')
       and has_table_privilege('onceover_partner_egress', c.oid, 'select, insert, update, delete')
       and not has_table_privilege('public', c.oid, 'select')`,
  );
  expect(rows.map(({ place }) => place).toSorted()).toEqual(['partner', 'partner_event', 'partner_topic']);
});
