import type { CustomerCaller } from '@onceover/schema/caller';
import { expect, test } from 'vitest';
import type { LiveDocument } from './live-documents.ts';
import { sharedAsking } from './shared-asking.ts';

const nina: CustomerCaller = {
  kind: 'customer',
  accountRef: '0198a000-0000-7000-8000-000000000001',
  custid: 'nina@example.com',
  planId: 'basic',
  role: 'customer',
  hasSecondFactor: false,
  network: '192.0.2.0/24',
  requestId: 'req-1',
  origin: { surface: 'web' },
  credential: { kind: 'session', ref: 'session-1' },
};
const otherTab: CustomerCaller = { ...nina, requestId: 'req-2', origin: { surface: 'web', networkTag: 'q3Zk0_aB' } };

/** A document that counts how often it runs, and answers with what is true then. */
function counting() {
  const runs: unknown[] = [];
  const document = {
    run: async (variables: object) => ({ data: { ...variables, nth: runs.push(variables) } }),
  } as unknown as LiveDocument;
  return { document, runs };
}

test('tabs of one session that ask the same at once get one answer', async () => {
  const { document, runs } = counting();
  const ask = sharedAsking();
  const [one, two] = await Promise.all([nina, otherTab].map((caller) => ask(document, { place: '7' }, caller)));
  expect([runs.length, one]).toEqual([1, two]);
});

test.each<[string, Record<string, unknown>, CustomerCaller]>([
  ['another place', { place: '8' }, otherTab],
  ['another account', { place: '7' }, { ...otherTab, accountRef: '0198a000-0000-7000-8000-000000000002' }],
  ['another session', { place: '7' }, { ...otherTab, credential: { kind: 'session', ref: 'session-2' } }],
  ['other rights', { place: '7' }, { ...otherTab, hasSecondFactor: true }],
  ['a newer proof', { place: '7' }, { ...otherTab, provenAt: 1 }],
])('nobody gets the answer to %s', async (_, variables, caller) => {
  const { document, runs } = counting();
  const ask = sharedAsking();
  await Promise.all([ask(document, { place: '7' }, nina), ask(document, variables, caller)]);
  expect(runs).toHaveLength(2);
});

test('nobody gets an answer that began before they asked', async () => {
  const { document, runs } = counting();
  const ask = sharedAsking();
  const first = ask(document, {}, nina);
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([first, ask(document, {}, otherTab)]);
  expect(runs).toHaveLength(2);
});

test('what colonels ask runs for each of them', async () => {
  const { document, runs } = counting();
  const ask = sharedAsking();
  const colonel: CustomerCaller = { ...nina, role: 'colonel', hasSecondFactor: true };
  await Promise.all([ask(document, {}, colonel), ask(document, {}, { ...colonel, requestId: 'req-2' })]);
  expect(runs).toHaveLength(2);
});
