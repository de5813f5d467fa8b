import path from 'node:path';
import { connectionString, startPostgresServer } from '@onceover/postgres-server';
import { noteProof, proofVolume } from '@onceover/testing/proof';
import { expect, test } from 'vitest';
import { spawnSplit } from '../../support/spawn-split.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { Door } from './door.ts';
import { findOrder } from './find-order.ts';
import type { History, Subject } from './history.ts';
import { crashOf, crashOfBackend, lossOfSession, pauseOf, strike } from './outages.ts';
import { secretModel, type Told } from './secret-model.ts';
import { crashOfProcess, crashWithout, SplitDoor } from './split-door.ts';
import { Visitors } from './visitors.ts';

/** During the outages, by each of three stacks; afterwards every secret is asked about five times more. */
const OPERATIONS = Math.max(8_500, Math.ceil(proofVolume(0) / 3 / 1.2));

/** What a history must contain to prove anything. */
const TELLING: readonly `${Told['call']} ${Told['answer']}`[] = [
  'reveal content',
  'reveal gone',
  'reveal unknown',
  'burn burned',
  'burn refused',
  'burn unknown',
  'look shown',
  'look gone',
  'metadata new',
  'metadata received',
  'metadata burned',
];

test.each([
  ['one process', 1],
  ['two processes', 2],
])('whatever is killed, all that visitors are told fits one order of events: %s', async (_name, processes) => {
  using place = temporaryPlace();
  await using stack = new AsyncDisposableStack();
  // What a killed process held stays open for a moment.
  const settings = { max_connections: '200' };
  const { address } = stack.use(await startPostgresServer({ dataDir: path.join(place.path, 'postgres'), settings }));
  const env = { ONCEOVER_DATABASE_URL: connectionString(address), ONCEOVER_LOG_LEVEL: 'error' };
  const doors = Array.from({ length: processes }, () => stack.use(new Door({ ...place, env })));
  await Promise.all(doors.map((door) => door.client()));

  const visitors = new Visitors(doors);
  const session = lossOfSession(address);
  const pauses = doors.map((door) => pauseOf(() => door.pid));
  const outages = [...doors.map(crashOf), session, ...pauses, session, crashOfBackend(address), session];
  await Promise.all([visitors.visit(OPERATIONS), strike(visitors.history, outages, OPERATIONS)]);
  await visitors.revisit();

  expectOneOrder(visitors.history);
});

test('whatever is killed, all that visitors are told fits one order of events: two gateways, two processes of secrets, one key store', async () => {
  using place = temporaryPlace();
  await using stack = new AsyncDisposableStack();
  const settings = { max_connections: '200' };
  const { address } = stack.use(await startPostgresServer({ dataDir: path.join(place.path, 'postgres'), settings }));
  const env = { ONCEOVER_LOG_LEVEL: 'error' };
  const counts = { gateway: 2, secrets: 2 };
  const split = stack.use(await spawnSplit({ database: address, counts, env }));
  const doors = split.urls.map((url) => stack.use(new SplitDoor(url)));

  const visitors = new Visitors(doors);
  const session = lossOfSession(address);
  const [secrets, keyStore] = [split.of('secrets'), split.keyStore];
  const crashes = [...secrets, ...split.of('gateway'), keyStore].map(crashOfProcess);
  const pauses = [...secrets, keyStore].map((each) => pauseOf(() => each.pid));
  const outages = [...crashes, crashWithout(keyStore, secrets), session, ...pauses, crashOfBackend(address), session];
  await Promise.all([visitors.visit(OPERATIONS), strike(visitors.history, outages, OPERATIONS)]);
  await visitors.revisit();

  expectOneOrder(visitors.history);
});

function expectOneOrder({ subjects, count, odd }: History): void {
  const told = new Set(subjects.flatMap(({ operations }) => operations.map(({ call, answer }) => `${call} ${answer}`)));
  const unexplained = subjects.filter(
    ({ content, operations }) => findOrder(operations, secretModel(content)) === null,
  );
  noteProof({
    counts: { 'operations recorded': count, 'secrets asked about': subjects.length },
    zero: {
      'secrets without an order that explains them': unexplained.length,
      'answers that nobody expects': Object.values(odd).reduce((sum, times) => sum + times, 0),
    },
  });
  expect(odd).toEqual({});
  expect(count).toBeGreaterThan(10_000);
  expect([...told].toSorted()).toEqual(TELLING.toSorted());
  expect(unexplained.map(asText)).toEqual([]);
}

/** One line for each call, in the order of the calls: from when to when, what was asked, what was told. */
function asText({ operations }: Subject): string {
  return operations
    .toSorted((one, other) => one.invokedAt - other.invokedAt)
    .map(({ invokedAt, returnedAt, call, answer }) => `${invokedAt}-${returnedAt} ${call}: ${answer}`)
    .join('\n');
}
