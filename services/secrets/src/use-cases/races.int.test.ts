import { eventually } from '@onceover/testing/eventually';
import { noteProof, proofVolume } from '@onceover/testing/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { alone, openParts, startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';
import { type UseCases, useCasesOf } from './use-cases.ts';

let secrets: TestSecrets;
/** A second process on the same database and keys. */
let neighbour: UseCases;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  secrets = stack.use(await startTestSecrets());
  const parts = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  neighbour = useCasesOf(parts.ports);
});
afterAll(() => stack.disposeAsync());

/** Of each of three races. */
const rounds = Math.ceil(proofVolume(24) / 3);
const racers = 64;

interface Ending {
  readonly plaintexts: number;
  readonly burns: number;
  readonly endings: readonly string[];
  readonly state: string;
}

async function race(mayExpire: boolean, tokenOf: () => string | null): Promise<Ending> {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const expire = async () => {
    await secrets.endLifetime(lookup);
    await secrets.expireDue();
  };
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: racers }, (_, index) => {
      const door = index % 2 === 0 ? secrets.useCases : neighbour;
      if (index % 16 === 5) return door.burnSecret(aBurn(metadata.key), anonymous()).then(() => 'burned');
      const wish = aReveal(secretKey, { claimToken: tokenOf() });
      return door.revealSecret(wish, anonymous()).then(({ value }) => value);
    }),
    ...(mayExpire ? [expire().then(() => 'swept')] : []),
  ]);
  // A try that came too late was told meanwhile, so that the secret has moved on: the next sweep ends it.
  if (mayExpire) await secrets.expireDue();
  const values = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(['secret.gone', 'secret.not-burnable']).toContain(outcome.reason.code);
    }
  }
  const [row] = await secrets.rows<{ state: string; endings: string[] }>(
    `select s.state, (select array_agg(e.type) from secrets.events e where e.stream_id = s.secret_id and e.version > 1
         and e.type <> 'secret.opening_refused')
       as endings from secrets.secret s where s.lookup = $1`,
    [lookup],
  );
  const plaintexts = values.filter((value) => value === 'tea at 5?').length;
  const endings = row?.endings ?? [];
  noteProof({
    counts: { 'secrets raced for': 1 },
    zero: {
      'contents given twice': plaintexts > 1 ? 1 : 0,
      'secrets without exactly one ending': endings.length === 1 ? 0 : 1,
    },
  });
  return {
    plaintexts,
    burns: values.filter((value) => value === 'burned').length,
    endings,
    state: row?.state ?? 'absent',
  };
}

test('64 reveals and burns in two processes: one ending, and the content at most once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { plaintexts, burns, endings, state } = await race(false, () => null);
    expect(plaintexts + burns).toBe(1);
    expect(endings).toEqual([plaintexts === 1 ? 'secret.received' : 'secret.burned']);
    expect(`secret.${state}`).toBe(endings[0]);
  }
});

test('64 claimants with tokens of their own: one of them gets the content', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { plaintexts, burns, endings } = await race(false, aToken);
    expect(plaintexts + burns).toBe(1);
    expect(endings).toHaveLength(1);
  }
});

test('64 reveals and burns against the sweeper: one ending', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { plaintexts, burns, endings, state } = await race(true, () => null);
    expect(endings).toHaveLength(1);
    expect(`secret.${state}`).toBe(endings[0]);
    expect(plaintexts).toBe(state === 'received' ? 1 : 0);
    expect(burns).toBe(state === 'burned' ? 1 : 0);
  }
});

test('one claimant asking many times at once gets the content at most four times, and never anybody else', async () => {
  const { secretKey } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const claimToken = aToken();
  const asked = Array.from({ length: 16 }, (_, index) =>
    (index % 2 === 0 ? secrets.useCases : neighbour).revealSecret(aReveal(secretKey, { claimToken }), anonymous()),
  );
  const outcomes = await Promise.allSettled(asked);
  const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.isReplay] : []));
  expect(given.filter((isReplay) => !isReplay)).toHaveLength(1);
  expect(given.length).toBeLessThanOrEqual(4);
});

test('a claim that waits for a counter on its row goes on with the row as it is then', async () => {
  const made = await Promise.all(
    Array.from({ length: 3 }, () => secrets.useCases.concealSecret(aShare(), anonymous())),
  );
  const lookups = made.map(({ secretKey }) => secrets.parts.ports.keys.lookupOf(secretKey));
  const counter = await secrets.owner.connect();
  await counter.query('begin');
  await counter.query('update secrets.secret set attempts = attempts + 1 where lookup = any($1)', [lookups]);
  const claims = Promise.all(
    made.map(({ secretKey }) => secrets.useCases.revealSecret(aReveal(secretKey), anonymous())),
  );
  await eventually(async () => {
    const waiting = await secrets.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(waiting.length).toBeGreaterThan(0);
  });
  await counter.query('commit');
  counter.release();
  expect((await claims).map(({ value }) => value)).toEqual(['tea at 5?', 'tea at 5?', 'tea at 5?']);
  const rows = await secrets.rows(
    `select s.state, s.attempts, s.ended_at is not null as is_dated from secrets.secret s where s.lookup = any($1)`,
    [lookups],
  );
  expect(rows).toEqual(made.map(() => ({ state: 'received', attempts: 1, is_dated: true })));
});
