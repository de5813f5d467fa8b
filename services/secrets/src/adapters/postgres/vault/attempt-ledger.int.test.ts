import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anonymous } from '../../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import { aShare } from '../../../test-support/wishes.ts';

const NETWORK = '203.0.113.0/24';
let secrets: TestSecrets;
let lookup: Buffer = Buffer.alloc(0);
beforeAll(async () => {
  secrets = await startTestSecrets();
});
beforeEach(async () => {
  const { secretKey } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  lookup = secrets.parts.ports.keys.lookupOf(secretKey);
});
afterAll(() => secrets[Symbol.asyncDispose]());

const reserve = (of = lookup) => secrets.parts.ports.attempts.reserve(of, NETWORK);

async function counted(): Promise<unknown> {
  const [row] = await secrets.rows(
    `select attempts, (select coalesce(sum(count), 0)::int from secrets.attempt a where a.lookup = s.lookup) as networks
     from secrets.secret s where lookup = $1`,
    [lookup],
  );
  return row;
}

test('an attempt is counted for the secret and for the network', async () => {
  expect(await reserve()).toEqual({ kind: 'reserved', attempts: 1 });
  expect(await reserve()).toEqual({ kind: 'reserved', attempts: 2 });
  expect(await counted()).toEqual({ attempts: 2, networks: 2 });
});

test.each([
  ['was opened', `state = 'received', ended_at = now()`],
  ['is past its lifetime', 'expires = clock_timestamp()'],
])('nothing is counted for a secret that %s meanwhile', async (_what, set) => {
  await secrets.rows(`update secrets.secret set ${set} where lookup = $1`, [lookup]);
  expect(await reserve()).toEqual({ kind: 'ended' });
  expect(await counted()).toEqual({ attempts: 0, networks: 0 });
  expect(await reserve(Buffer.alloc(32))).toEqual({ kind: 'ended' });
});

test('an attempt waits for one that is being counted, and sees what it has left', async () => {
  await using rival = await secrets.owner.connect().then((client) => ({
    client,
    [Symbol.asyncDispose]: async () => client.release(true),
  }));
  await rival.client.query('begin');
  await rival.client.query('update secrets.secret set attempts = 100 where lookup = $1', [lookup]);
  const waiting = reserve();
  await eventually(async () => {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(await secrets.rows(text)).toHaveLength(1);
  });
  await rival.client.query('commit');
  expect(await waiting).toEqual({ kind: 'locked' });
  expect(await counted()).toEqual({ attempts: 100, networks: 0 });
});
