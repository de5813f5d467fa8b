import { describe, expect, test } from 'vitest';
import { ApiClient, linksOf } from '../../support/api-client.ts';
import { postgresPidOf, type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { conceal, type Entry, linksFor, reveal } from './ledger.ts';
import { areBusy, type Visits, visitUntilLost } from './visitors.ts';

const VISITORS = 24;
const ROUNDS = 3;

type Victim = (system: SpawnedSystem, place: TemporaryPlace) => void;

const killServer = (place: TemporaryPlace) => {
  const pid = postgresPidOf(place.dataDir);
  if (pid === undefined) throw new Error('PostgreSQL was not running');
  process.kill(pid, 'SIGKILL');
};

const victims: [string, Victim][] = [
  ['the process', (system) => system.signal('SIGKILL')],
  [
    'the process and its PostgreSQL',
    (system, place) => {
      killServer(place);
      system.signal('SIGKILL');
    },
  ],
];

describe.each(victims)('when %s is killed under load', (_name, kill) => {
  test('the next start serves every unopened secret, and no opened one', async () => {
    using place = temporaryPlace();
    let entries: readonly Entry[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await using system = spawnSystem(place);
      using client = new ApiClient(await system.ready);
      await expectKept(client, entries);
      const visits = visitUntilLost(client, VISITORS);
      await untilBusy(visits);
      kill(system, place);
      await Promise.all([system.ended, visits.over]);
      entries = visits.entries;
    }
    await using system = spawnSystem(place);
    using client = new ApiClient(await system.ready);
    await expectKept(client, entries);
  });
});

test('if only its PostgreSQL is killed, the process answers 503 until it is back, and nothing is lost', async () => {
  using place = temporaryPlace();
  await using system = spawnSystem(place);
  using client = new ApiClient(await system.ready);
  const visits = visitUntilLost(client, VISITORS);
  await untilBusy(visits);
  killServer(place);
  await visits.over;
  await expect.poll(async () => (await client.get('/health/ready')).status, { timeout: 30_000 }).toBe(200);
  await expectKept(client, visits.entries);
});

const untilBusy = (visits: Visits) => expect.poll(() => areBusy(visits), { timeout: 60_000 }).toBe(true);

/** Every visitor comes back and asks again: each secret is as its visitor was told, and opens exactly once. */
async function expectKept(client: ApiClient, entries: readonly Entry[]): Promise<void> {
  const waiting = [...entries];
  const comeBack = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) await expectAsTold(client, entry);
  };
  await Promise.all(Array.from({ length: VISITORS }, comeBack));
}

async function expectAsTold(client: ApiClient, entry: Entry): Promise<void> {
  if (entry.state === 'concealing') entry.links = linksOf(await conceal(client, entry));
  const { secretKey } = linksFor(entry);
  if (entry.state === 'opened' || entry.state === 'burned') {
    expect((await client.reveal(secretKey)).status).toBe(404);
    expect((await client.look(secretKey)).status).toBe(404);
  }
  if (entry.state === 'burned') return;
  const answer = await reveal(client, entry);
  // A burn whose answer was lost may or may not have happened; it must be one of the two.
  if (entry.state === 'burning' && answer.status === 404) return;
  expect({ state: entry.state, status: answer.status, text: answer.body.record?.secret_value }).toEqual({
    state: entry.state,
    status: 200,
    text: entry.plaintext,
  });
  // Nobody without the claim gets anything.
  expect((await client.reveal(secretKey)).status).toBe(404);
}
