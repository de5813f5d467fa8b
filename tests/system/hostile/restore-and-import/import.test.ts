import { oldLink, oldServer } from '@onceover/moving-in/test-support';
import { connectionString } from '@onceover/postgres-server';
import { type RedisCommand, startTestRedis, type TestRedis } from '@onceover/testing/redis';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migratedDatabase } from '../../../support/fresh-database.ts';
import { type CommandAnswer, runCommand } from '../../../support/run-command.ts';
import { temporaryPlace } from '../../../support/temporary-place.ts';

const stack = new AsyncDisposableStack();
let redis: TestRedis;
let database: pg.Client;
let move: () => Promise<CommandAnswer>;

beforeAll(async () => {
  redis = stack.use(await startTestRedis());
  const place = stack.use(temporaryPlace());
  const { address } = stack.use(await migratedDatabase());
  database = stack.adopt(new pg.Client(address), (client) => client.end());
  await database.connect();
  const env = { ONCEOVER_DATABASE_URL: connectionString(address) };
  move = () => runCommand(['import', 'onetime', redis.url, '--apply'], { ...place, env });
});
afterAll(() => stack.disposeAsync());
beforeEach(() => redis.ask('FLUSHALL'));

const old = oldServer('0.18');
const now = Math.floor(Date.now() / 1_000);
const GOOD = 'good@example.com';

/** Values that no server of the kind writes into any field. */
const nonsense: readonly (string | Buffer)[] = [
  ...[
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'a\u0000b',
    '\u001b]0;x\u0007',
    '\u202egnp',
    '\r\nx: y',
    "'; drop table x; --",
  ],
  ...[
    '1e400',
    'NaN',
    'Infinity',
    '-1',
    '9'.repeat(400),
    '0x10',
    '1.5e9',
    '[]',
    '{"__proto__":{"a":1}}',
    '['.repeat(10_000),
    ' ',
  ],
  ...[
    'x'.repeat(200_000),
    '\ud83d'.repeat(10),
    '../../etc/passwd',
    '<script>alert(1)</script>',
    Buffer.from([0xff, 0xfe, 0x00]),
  ],
];

const accountFields = ['email', 'custid', 'verified', 'role', 'planid', 'locale', 'created', 'passphrase', 'apitoken'];
const secretFields = [
  ...[
    'state',
    'created',
    'updated',
    'received',
    'burned',
    'secret_ttl',
    'lifespan',
    'recipients',
    'share_domain',
    'custid',
    'owner_id',
  ],
  ...['secret_key', 'key'],
];

/** Every field of a record with every such value, each in a record of its own. */
function* hostileRecords(): Iterable<RedisCommand> {
  let number = 0;
  for (const value of nonsense) {
    for (const field of accountFields) {
      number += 1;
      yield* old.account({ email: `hostile${number}@example.com`, objid: `o${number}`, more: { [field]: value } });
    }
    for (const field of secretFields) {
      number += 1;
      const key = `hostile${number}`.padEnd(31, 'k');
      const state = number % 2 === 0 ? 'received' : 'new';
      yield* old.metadata(key, `s${key}`.slice(0, 31), { state, created: now - 60, [field]: value });
      yield* old.secret(`s${key}`.slice(0, 31), { value: oldLink.sealed, value_encryption: 2 });
    }
    for (const field of ['display_domain', 'custid', 'txt_validation_host', 'txt_validation_value']) {
      number += 1;
      yield* old.domain(`h${number}.acme-domains.com`, { email: GOOD, objid: 'good' }, { [field]: value });
    }
  }
  yield ['SELECT', '6'];
  yield ['SET', 'customer:text@example.com:object', 'no hash'];
  yield ['HSET', `customer:${'k'.repeat(100_000)}:object`, 'email', 'long@example.com', 'created', String(now)];
  yield [
    'HSET',
    Buffer.concat([Buffer.from('customer:'), Buffer.from([0xff, 0x00]), Buffer.from(':object')]),
    'email',
    'bytes@example.com',
    'created',
    String(now),
  ];
  yield ['HSET', 'customer:__proto__:object', '__proto__', 'a', 'email', 'proto@example.com', 'created', String(now)];
}

test('whatever stands in the Redis of another server, the move comes to its end, takes what is whole, and says of the rest why not', async () => {
  await redis.fill([
    ...old.account({ email: GOOD, objid: 'good' }),
    ...hostileRecords(),
    ...old.metadata('goodmetadata'.padEnd(31, 'm'), '', { state: 'received', created: now - 60, custid: GOOD }),
  ]);
  const begun = performance.now();
  const { code, text } = await move();
  const seconds = (performance.now() - begun) / 1_000;
  const found = [...text.matchAll(/found (\d+), taken (\d+), already there (\d+), left (\d+)/g)].map((line) =>
    line.slice(1, 5).map(Number),
  );
  process.stdout.write(`restore-and-import: import: ${JSON.stringify(found)} in ${seconds.toFixed(1)} s\n`);
  expect(code, text.slice(-2_000)).toBe(0);
  for (const line of text.split('\n')) expect(line).toBe(line.replaceAll(/\p{C}/gu, '?'));
  const emails = await database.query<{ count: string }>('select count(*) as count from accounts.account');
  expect(Number(emails.rows[0]?.count)).toBeGreaterThan(100);
  const colonels = await database.query(`select 1 from accounts.account where role = 'colonel'`);
  expect(colonels.rows).toEqual([]);
});
