import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureTopics, kafkaClient, withAdmin } from '@onceover/kafka-log';
import { ensureKafkaJars } from '@onceover/kafka-server';
import { migrateNotifications } from '@onceover/notifications';
import { runPartnersCommand } from '@onceover/notifications/cli';
import { connectionString } from '@onceover/postgres-server';
import { cloudEventOf, type KeptEvent } from '@onceover/schema/events/cloud-event';
import { newId } from '@onceover/service-kit/ids';
import { createLogger } from '@onceover/service-kit/logging';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { lacksOwnKafka } from '@onceover/testing/kafka';
import { startTestRedis, type TestRedis } from '@onceover/testing/redis';
import { type CloudEvent, Kafka, type KafkaMessage } from 'cloudevents';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { topicOfPartner } from './backing.ts';
import { partnerAccess } from './operator/partner-access.ts';
import { processes } from './processes.ts';
import type { RunningProcess } from './service-process.ts';
import { type GuardedKafka, startGuardedKafka } from './test-support/guarded-kafka.ts';

let kafka: GuardedKafka;
let database: TestDatabase;
let redis: TestRedis;
let egress: RunningProcess;
let owner: pg.Pool;
const stack = new AsyncDisposableStack();
const log = createLogger('test');
const prefix = 'once';
const topicOf = (partnerRef: string) => topicOfPartner(partnerRef, { prefix, copies: 1 }).name;
const origin = 'https://once.example';

beforeAll(async () => {
  if (await lacksOwnKafka()) return;
  const migrate = (address: pg.PoolConfig) => migrateNotifications(address);
  [kafka, redis, database] = await Promise.all([
    startGuardedKafka(),
    startTestRedis(),
    createTestDatabase({ template: 'partner_egress', migrate }),
  ]);
  for (const each of [kafka, redis, database]) stack.use(each);
  owner = database.pool();
  egress = stack.use(
    await processes['partner-egress'](
      {
        ONCEOVER_DATABASE_URL: connectionString(database.address),
        ONCEOVER_SITE_HOST: 'once.example',
        ONCEOVER_REDIS_URL: redis.url,
        ONCEOVER_KAFKA_BROKERS: kafka.server.brokers.join(','),
        ONCEOVER_KAFKA_COPIES: '1',
        ONCEOVER_KAFKA_PREFIX: prefix,
      },
      log,
    ),
  );
});
beforeEach(async ({ skip }) => skip(await lacksOwnKafka()));
afterAll(() => stack.disposeAsync());

/** As an operator, whose user at the brokers may do everything unless another is named. */
async function partners(argv: readonly string[], as: { brokers?: string; user?: string; password?: string } = {}) {
  const lines: string[] = [];
  const { brokers = kafka.server.brokers.join(','), user, password } = as;
  const settings = {
    prefix,
    copies: 1,
    isEncrypted: 'off',
    caFile: undefined,
    certFile: undefined,
    keyFile: undefined,
  };
  const config = {
    ...settings,
    brokers,
    mechanism: user === undefined ? undefined : 'scram-sha-512',
    user,
    password,
  } as Parameters<typeof partnerAccess>[0] extends () => Promise<{ kafka: infer Config }> ? Config : never;
  const code = await runPartnersCommand(argv, {
    open: async () => ({ database: database.address }),
    accountOf: async () => null,
    access: partnerAccess(async () => ({ kafka: config })),
    write: (line) => void lines.push(line),
  });
  return { code, text: lines.join('\n') };
}

async function partner(): Promise<string> {
  const partnerRef = newId();
  expect((await partners(['add-topic', partnerRef])).code).toBe(0);
  return partnerRef;
}

/** A partner who reads its topic, with what the command has shown. */
async function reader(partnerRef: string) {
  const { text } = await partners(['give-access', partnerRef]);
  const shown = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? expect.fail(text);
  return { user: shown('user'), password: shown('password'), topic: shown('topic') };
}
type Reader = Awaited<ReturnType<typeof reader>>;

const clientOf = ({ user: username, password }: Pick<Reader, 'user' | 'password'>) =>
  kafkaClient(
    { brokers: [kafka.door], clientId: 'partner', sasl: { mechanism: 'scram-sha-512', username, password } },
    log,
  );

/** The next events of a partner, as the consumer of its notification would have written them down. */
async function happens(partnerRef: string, many: number): Promise<readonly KeptEvent[]> {
  const made: KeptEvent[] = [];
  for (let each = 0; each < many; each += 1) {
    const event = {
      eventId: newId(),
      log: 'secrets',
      type: 'secret.created',
      subject: newId(),
      data: { kind: 'share' },
    };
    const { rows } = await owner.query<{ position: number; at: Date }>(
      `with p as (update notifications.partner set position = position + 1 where partner_ref = $1 returning position)
       insert into notifications.partner_event (partner_ref, position, tenant_ref, event_id, log, type, subject, at, data)
         select $1, p.position, $1, $2, $3, $4, $5, date_trunc('milliseconds', clock_timestamp()), $6 from p
         returning position::float8, at`,
      [partnerRef, event.eventId, event.log, event.type, event.subject, event.data],
    );
    const [row] = rows;
    if (row === undefined) expect.fail('there is no such partner');
    made.push({ ...event, tenantRef: partnerRef, ...row });
  }
  return made;
}

/** All that has happened is on the topic. */
const filled = (partnerRef: string) =>
  eventually(async () => expect((await partners(['list'])).text).toMatch(new RegExp(`${partnerRef} .*nothing waits`)), {
    withinMs: 30_000,
  });

/** Reads until there are so many records, as a partner would. */
async function read(client: ReturnType<typeof kafkaClient>, topic: string, groupId: string, many: number) {
  const consumer = client.consumer({ groupId });
  const records: KafkaMessage<Buffer>[] = [];
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const { promise: crashed, reject } = Promise.withResolvers<never>();
    crashed.catch(() => undefined);
    // A new broker has no coordinator for a moment, after which a consumer begins anew by itself.
    consumer.on('consumer.crash', ({ payload }) => void (payload.restart || reject(payload.error)));
    await consumer.run({
      async eachMessage({ message: { key, headers = {}, value } }) {
        const texts = Object.entries(headers).map(([name, text]) => [name, String(text)]);
        const body = value ?? Buffer.alloc(0);
        records.push({ key: String(key), headers: Object.fromEntries(texts), value: body, body });
      },
    });
    await Promise.race([
      crashed,
      eventually(() => expect(records.length).toBeGreaterThanOrEqual(many), { withinMs: 30_000 }),
    ]);
    return records;
  } finally {
    await consumer.disconnect();
  }
}

test('whoever starts the process is told in one word that it is up', () => {
  expect(egress.url).toMatch(/^\S+$/);
});

test('a partner reads its events from its topic, as others read them, and nothing else', async () => {
  const [nina, tom] = [await partner(), await partner()];
  const [its] = [await happens(nina, 3), await happens(tom, 1)];
  for (const each of [nina, tom]) await filled(each);
  const access = await reader(nina);
  const client = clientOf(access);
  expect(access.topic).toBe(topicOf(nina));
  const group = `${prefix}.partner.${nina}.siem`;
  const events = (await read(client, access.topic, group, 3)).map((record) => Kafka.toEvent(record) as CloudEvent);
  expect(events.map((event) => event.toJSON()).toSorted(bySequence)).toEqual(
    its.map((event) => cloudEventOf(event, origin)),
  );

  await withAdmin(kafkaClient({ brokers: kafka.server.brokers, clientId: 'owner' }, log), (admin) =>
    ensureTopics(admin, [
      { name: `${prefix}.secrets.events.v1`, partitions: 1, retentionDays: 1, copies: 1, leastCopies: 1 },
    ]),
  );
  const refused = { message: expect.stringMatching(/[Nn]ot authorized/) };
  for (const topic of [topicOf(tom), `${prefix}.secrets.events.v1`]) {
    await expect(read(client, topic, group, 1)).rejects.toMatchObject(refused);
  }
  for (const other of [`${prefix}.partner.${tom}.siem`, `${prefix}.feed`, 'siem']) {
    // What kafkajs says of a group that one has no right to.
    await expect(read(client, access.topic, other, 1)).rejects.toThrow('Failed to find group coordinator');
  }
  const producer = client.producer({ retry: { retries: 0 }, allowAutoTopicCreation: false });
  await producer.connect();
  onTestFinished(() => producer.disconnect());
  await expect(producer.send({ topic: access.topic, messages: [{ value: 'mine' }] })).rejects.toMatchObject(refused);
  const admin = client.admin({ retry: { retries: 0 } });
  await admin.connect();
  onTestFinished(() => admin.disconnect());
  expect(await admin.listTopics()).toEqual([access.topic]);
  await expect(admin.createTopics({ topics: [{ topic: `${topicOf(nina)}2`, numPartitions: 1 }] })).rejects.toThrow();
  await expect(admin.deleteTopics({ topics: [access.topic] })).rejects.toThrow();
  await expect(partners(['give-access', tom], { brokers: kafka.door, ...access })).rejects.toThrow(
    'name one with Alter on the cluster',
  );
});

const bySequence = (one: object, other: object) => sequenceOf(one).localeCompare(sequenceOf(other));
const sequenceOf = (event: object) => String((event as { sequence?: unknown }).sequence);

test("a new password takes the place of the old one, and in the end nobody is left; Kafka's own tool sees the same", async () => {
  const [nina, tom] = [await partner(), await partner()];
  await happens(nina, 1);
  await filled(nina);
  const [first, gone] = [await reader(nina), await reader(tom)];
  const second = await reader(nina);
  for (let turn = 0; turn < 2; turn += 1) expect((await partners(['take-access', tom])).code).toBe(0);
  const group = `${prefix}.partner.${nina}.siem`;
  for (const old of [first, gone]) {
    await expect(read(clientOf(old), old.topic, group, 1)).rejects.toThrow(/[Aa]uthentication failed/);
  }
  expect(await read(clientOf(second), first.topic, group, 1)).toHaveLength(1);
  const told = await users();
  expect(told).not.toContain(gone.user);
  const its = told
    .split('\n')
    .filter((line) => line.includes(first.user))
    .join();
  for (const fact of ['SCRAM-SHA-512=iterations=8192', 'consumer_byte_rate=1048576', 'request_percentage=25']) {
    expect(its).toContain(fact);
  }
});

/** What `kafka-configs.sh --describe --entity-type users` says. */
async function users(): Promise<string> {
  const jars = path.join(await ensureKafkaJars('4.3.1'), '*');
  const words = ['--bootstrap-server', kafka.server.brokers.join(','), '--describe', '--entity-type', 'users'];
  return (await promisify(execFile)('java', ['-cp', jars, 'kafka.admin.ConfigCommand', ...words])).stdout;
}

test('while the broker is away events wait, and all of them come afterwards', async () => {
  const nina = await partner();
  const { topic, ...access } = await reader(nina);
  const before = await happens(nina, 2);
  const [node] = kafka.server.nodes;
  await filled(nina);
  await node?.kill();
  const during = await happens(nina, 5);
  // Long enough for a try.
  await rest(2_000);
  await node?.start();
  await eventually(async () => expect(await egress.readiness()).toEqual({ isReady: true }), { withinMs: 60_000 });
  // Whoever comes first finds a broker that does not know its users yet.
  const records = await eventually(() => read(clientOf(access), topic, `${prefix}.partner.${nina}.after`, 7), {
    withinMs: 90_000,
    everyMs: 1_000,
  });
  const ids = new Set(records.map(({ headers }) => String(headers.ce_id)));
  expect(ids).toEqual(new Set([...before, ...during].map(({ eventId }) => eventId)));
});
