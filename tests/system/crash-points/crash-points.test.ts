import { noteProof, proofVolume } from '@onceover/testing/proof';
import { describe, expect, test } from 'vitest';
import { ApiClient, linksOf } from '../../support/api-client.ts';
import { postgresPidOf, type SpawnedSystem, spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';
import { conceal, type Entry, linksFor, reveal } from './ledger.ts';
import { areBusy, type Visits, visitUntilLost } from './visitors.ts';

const VISITORS = 24;
/** Of each of three victims; the third is killed once within `npm test`. */
const ROUNDS = Math.max(3, Math.ceil(proofVolume(0) / 3));
const LONE_ROUNDS = proofVolume(0) > 0 ? ROUNDS : 1;

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
      noteProof({ counts: { 'kills under load': 1 }, processes: [['onceover, killed', system.pid]] });
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
  for (let round = 0; round < LONE_ROUNDS; round += 1) {
    const visits = visitUntilLost(client, VISITORS);
    await untilBusy(visits);
    killServer(place);
    noteProof({ counts: { 'kills under load': 1 } });
    await visits.over;
    await expect.poll(async () => (await client.get('/health/ready')).status, { timeout: 30_000 }).toBe(200);
    await expectKept(client, visits.entries);
  }
});

const untilBusy = (visits: Visits) => expect.poll(() => areBusy(visits), { timeout: 60_000 }).toBe(true);

/** Every visitor comes back and asks again: each secret is as its visitor was told, and opens exactly once. */
async function expectKept(client: ApiClient, entries: readonly Entry[]): Promise<void> {
  const waiting = [...entries];
  const wrong: Wrong[] = [];
  const comeBack = async () => {
    for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop())
      wrong.push(...(await wrongAbout(client, entry)));
  };
  await Promise.all(Array.from({ length: VISITORS }, comeBack));
  const zero = Object.fromEntries(WRONGS.map((what) => [what, wrong.filter((each) => each === what).length]));
  noteProof({ counts: { 'acknowledged secrets': entries.length }, zero });
  expect(wrong).toEqual([]);
}

const WRONGS = [
  'acknowledged secrets lost',
  'secrets revived',
  'second claimants',
  'claimants left without content',
] as const;
type Wrong = (typeof WRONGS)[number];

async function wrongAbout(client: ApiClient, entry: Entry): Promise<Wrong[]> {
  if (entry.state === 'concealing') entry.links = linksOf(await conceal(client, entry));
  const { secretKey } = linksFor(entry);
  const strangers = async () => (await client.reveal(secretKey)).status;
  if (entry.state === 'opened' && (await strangers()) !== 404) return ['second claimants'];
  if (entry.state === 'burned') {
    const isGone = (await strangers()) === 404 && (await client.look(secretKey)).status === 404;
    return isGone ? [] : ['secrets revived'];
  }
  const answer = await reveal(client, entry);
  // A burn whose answer was lost may or may not have happened; it must be one of the two.
  if (entry.state === 'burning' && answer.status === 404) return [];
  const isTheirs = answer.status === 200 && answer.body.record?.secret_value === entry.plaintext;
  const isClaimed = entry.state === 'opened' || entry.state === 'revealing';
  if (!isTheirs) return [isClaimed ? 'claimants left without content' : 'acknowledged secrets lost'];
  // Nobody without the claim gets anything.
  return (await strangers()) === 404 ? [] : ['second claimants'];
}
