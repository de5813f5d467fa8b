import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bounceReport } from './test-support/bounce-reports.ts';
import { type CrashBench, startCrashBench } from './test-support/crash-bench.ts';
import { envelopes } from './test-support/envelopes.ts';
import { startLocalReceiver } from './test-support/receivers.ts';
import { mailOf } from './test-support/test-notifications.ts';

let bench: CrashBench;
beforeAll(async () => {
  bench = await startCrashBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const address = 'canary-reader@canary.test';
const canary = {
  address,
  sender: 'canary-writer@canary.test',
  path: '/secret/canary0123456789abcdefghijklmno',
  ticketNumber: 'CANARY-4711',
};

/** Everything the tables of our schemas hold, as text; bytes as they are. */
async function everything(): Promise<string> {
  const { rows: tables } = await bench.owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace in ('notifications'::regnamespace, 'notifications_jobs'::regnamespace) and c.relkind in ('r', 'p')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await bench.owner.query(`select * from ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
    }
  }
  return texts.join('\n');
}

async function until(deliveryId: string, state: string): Promise<void> {
  await eventually(async () => expect(await mailOf(bench.owner, deliveryId)).toMatchObject({ state }), {
    withinMs: 15_000,
  });
}

test('no table, no event and no line of the log holds an address, a key, a ticket or an answer that quotes one', async () => {
  const link = { ...envelopes['secret-link'], ...canary };
  const running = await bench.start();
  const waiting = await bench.requests.request(link);
  await until(waiting, 'sent');
  const returned = await bench.requests.request(link);
  await until(returned, 'sent');
  running.hear(bounceReport('gmail', { deliveryId: returned, to: address, status: '5.2.2' }));
  await until(returned, 'bounced');
  await until(await bench.requests.request({ ...envelopes.incoming, ...canary }), 'sent');
  await until(await bench.requests.request(link, { isGone: true }), 'suppressed');
  await until(await bench.requests.request({ ...link, path: `${canary.path} <` }), 'failed');
  await until(await bench.requests.request({ ...link, address: `"${address}"` }), 'failed');
  bench.mailbox.refuse(451, `<${address}> is busy, ${canary.path}`);
  const deferred = await bench.requests.request(link);
  await eventually(async () => expect((await mailOf(bench.owner, deferred)).reason_code).toBe('smtp-451'));
  bench.mailbox.refuse(550, `5.1.1 <${address}> is unknown`);
  await until(await bench.requests.request(link), 'failed');
  await until(await bench.requests.request(link), 'failed');
  expect(await running.stop()).toBe('0');

  const stored = await everything();
  const log = running.output();
  for (const trace of [
    'canary',
    'CANARY',
    Buffer.from(address).toString('hex'),
    Buffer.from(address).toString('base64'),
  ]) {
    expect(stored.includes(trace), trace).toBe(false);
    expect(log.includes(trace), trace).toBe(false);
  }
  // Nothing had to be blanked either: it never came near the log.
  expect(log).not.toMatch(/\[(address|key|cookie)\]|\*\*\*/);
  // The search itself works: what may be there is found.
  expect(stored).toContain(waiting);
  expect(log).toContain(waiting);
  expect(log).toContain('smtp-451');
  expect(log).toContain('an email came back');
  expect(bench.mailbox.mails()[0]?.text).toContain(canary.path);
});

test('no table, no event and no line of the log holds the address or a secret of a webhook, or what its receiver says', async () => {
  await using receiver = await startLocalReceiver('/canary-hook/CANARY?token=canary0123');
  const accountRef = newId();
  const { webhookId, secret } = await bench.receive(accountRef, receiver.url);
  const running = await bench.start();
  const happens = () =>
    bench.requests.append('secrets', 'secret.created', { kind: 'share' }, { tenantRef: accountRef });
  receiver.answer(500, `canary: ${receiver.url} ${secret}`);
  await happens();
  await eventually(() => expect(receiver.got).toHaveLength(1), { withinMs: 15_000 });
  receiver.answer(410, 'CANARY');
  await happens();
  const state = async () =>
    (await bench.owner.query('select state from notifications.webhook where webhook_id = $1', [webhookId])).rows;
  await eventually(async () => expect(await state()).toEqual([{ state: 'gone' }]), { withinMs: 15_000 });
  expect(await running.stop()).toBe('0');
  const stored = await everything();
  const log = running.output();
  const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const address = Buffer.from(receiver.url);
  const traces = [secret.slice('whsec_'.length), raw.toString('hex'), raw.toString('latin1'), address.toString('hex')];
  for (const trace of ['canary', 'CANARY', new URL(receiver.url).host, ...traces, address.toString('base64')]) {
    expect(stored.includes(trace), trace).toBe(false);
    expect(log.includes(trace), trace).toBe(false);
  }
  expect(log).not.toMatch(/\[(address|key|cookie)\]|\*\*\*/);
  // The search itself works: what may be there is found, and what was sent had it.
  expect(stored).toContain(webhookId);
  expect(log).toContain('a webhook was switched off');
  expect(receiver.got[0]?.headers.host).toBe(new URL(receiver.url).host);
});
