import { eventually } from '@onceover/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CrashBench, startCrashBench } from './test-support/crash-bench.ts';
import { envelopes } from './test-support/envelopes.ts';
import { mailOf } from './test-support/test-notifications.ts';
import type { MailMoment } from './use-cases/mail/ports.ts';

let bench: CrashBench;
beforeEach(async () => {
  bench = await startCrashBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** A successor takes over; the lease of the dead one is over. */
async function recover(deliveryId: string): Promise<void> {
  await bench.forgetLeases();
  await bench.start();
  await eventually(
    async () => {
      const { state, ending, has_envelope } = await mailOf(bench.owner, deliveryId);
      expect({ state, ending, has_envelope }).toEqual({ state: 'sent', ending: 'delivery.sent', has_envelope: false });
    },
    { withinMs: 20_000 },
  );
}

test.each<[MailMoment, string, number]>([
  ['before-taking', 'before it takes the mail', 1],
  ['taken', 'with the email taken (N1)', 1],
  ['claimed', 'with the envelope open', 1],
  ['accepted', 'after the server took the mail, before the record (N2)', 2],
  ['recorded', 'right after the record (N3)', 1],
])('a process that dies at %s: %s', async (moment, _when, mails) => {
  const dying = await bench.start(moment);
  const deliveryId = await bench.requests.request(envelopes['secret-link']);
  expect(await dying.ended).toBe('SIGKILL');
  await recover(deliveryId);
  const received = bench.mailbox.mails();
  expect(received).toHaveLength(mails);
  expect(new Set(received.map(({ headers }) => headers['message-id']))).toEqual(
    new Set([`<${deliveryId}@onceover.test>`]),
  );
});

test('two processes share the work: every email arrives once', async () => {
  await Promise.all([bench.start(), bench.start()]);
  const ids = await Promise.all(
    Array.from({ length: 12 }, () => bench.requests.request(envelopes['password-changed'])),
  );
  await eventually(
    async () => {
      for (const id of ids) expect((await mailOf(bench.owner, id)).state).toBe('sent');
    },
    { withinMs: 20_000 },
  );
  const received = bench.mailbox.mails().map(({ headers }) => headers['message-id']);
  expect(received.sort()).toEqual(ids.map((id) => `<${id}@onceover.test>`).sort());
});

test('a process that is told to stop does not wait for a mail server that hangs; the next one sends the email', async () => {
  bench.mailbox.hang();
  const stopping = await bench.start();
  const deliveryId = await bench.requests.request(envelopes['password-changed']);
  await eventually(async () => expect((await mailOf(bench.owner, deliveryId)).state).toBe('sending'));
  const startedAt = performance.now();
  expect(await stopping.stop()).toBe('0');
  expect(performance.now() - startedAt).toBeLessThan(9_000);
  expect(await mailOf(bench.owner, deliveryId)).toMatchObject({ state: 'queued', attempts: 0 });
  await bench.mailbox.comeBack();
  await recover(deliveryId);
  expect(bench.mailbox.mails()).toHaveLength(1);
});

test('processes that die again and again after the server took the email repeat it once each, and lose nothing', async () => {
  const deliveryId = await bench.requests.request(envelopes['password-reset']);
  const others = await Promise.all(
    [1, 2, 3].map((number) =>
      bench.requests.request({ ...envelopes['password-changed'], address: `other-${number}@reader.test` }),
    ),
  );
  const kills = 2;
  for (let kill = 0; kill < kills; kill += 1) {
    // The consumer belongs to the dead for ten seconds more, the emails it wrote down to whoever is there.
    await bench.forgetLeases();
    expect(await (await bench.start('accepted')).ended).toBe('SIGKILL');
  }
  for (const each of [deliveryId, ...others]) await recover(each);
  const copies = Map.groupBy(bench.mailbox.mails(), ({ headers }) => headers['message-id']);
  expect(copies.size).toBe(1 + others.length);
  for (const mails of copies.values()) expect(mails.length).toBeLessThanOrEqual(1 + kills);
});
