import { connectionString } from '@onceover/postgres-server';
import { logNames } from '@onceover/schema/events/logs';
import { endingsOf } from '@onceover/schema/events/retention';
import { noteProof, proofVolume } from '@onceover/testing/proof';
import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freshDatabase } from '../../support/fresh-database.ts';
import { type Ending, SecretTables } from '../../support/secret-tables.ts';
import { spawnSplit } from '../../support/spawn-split.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { startSystem } from '../../support/start-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { oddAnswersOf, plaintextsOf, type Round, race, winnersOf } from './race.ts';
import { ways } from './ways.ts';

/** By three stacks. */
const SIZE = { secrets: Math.ceil(proofVolume(450) / 3), callers: 64 };

async function expectOneEndingEach(rounds: readonly Round[], client: ApiClient, tables: SecretTables): Promise<void> {
  note(rounds, await tables.endings());
  expect(oddAnswersOf(rounds)).toEqual({});
  const callers = new Set(rounds.flatMap(({ answers }) => answers.map(({ by }) => by)));
  expect([...callers].sort()).toEqual(ways.map(({ name }) => name).sort());
  const won = { reveal: 0, burn: 0 };
  for (const round of rounds) {
    const winners = winnersOf(round);
    expect(winners).toHaveLength(1);
    const [way] = winners;
    if (way !== undefined) won[way] += 1;
    expect(plaintextsOf(round)).toEqual(way === 'reveal' ? [round.plaintext] : []);
  }
  const endings = await tables.endings();
  const of = (type: string) => endings.filter((ending) => ending.type === type).length;
  expect({ reveal: of('secret.received'), burn: of('secret.burned'), expire: of('secret.expired') }).toEqual({
    ...won,
    expire: 0,
  });
  expect(new Set(endings.map((ending) => ending.streamId)).size).toBe(rounds.length);
  expect(await tables.pendingContent()).toEqual({ content: 0, shards: 0, links: 0 });
  for (const { links } of rounds.slice(0, 20)) expect((await client.look(links.secretKey)).status).toBe(404);
}

function note(rounds: readonly Round[], endings: readonly Ending[]): void {
  const twice = rounds.filter((round) => plaintextsOf(round).length > 1).length;
  const once = new Set(endings.map(({ streamId }) => streamId)).size;
  const isUnclear = (round: Round) => winnersOf(round).length !== 1;
  const unclear = rounds.filter(isUnclear).length + (endings.length - once) + (rounds.length - once);
  noteProof({
    counts: { 'secrets raced for over HTTP': rounds.length },
    zero: { 'contents given twice': twice, 'secrets without exactly one ending': unclear },
  });
}

test('of 64 callers who reveal and burn a secret at once, exactly one gets it: one process', async () => {
  await using system = await startSystem();
  using client = new ApiClient(system.url);
  const rounds = await race({ clients: [client], ...SIZE });
  await expectOneEndingEach(rounds, client, system.tables);
  // In every log, of all types that the catalogue calls terminal. What is a stream of its own needs no index.
  const single = ['operator.action_taken', 'log.covered', 'secret.metadata_imported'];
  const isSingle = (type: string) => single.includes(type) || type.startsWith('webhook.');
  const endings = logNames.map((log) => [
    log,
    endingsOf(log)
      .filter((type) => !isSingle(type))
      .toSorted(),
  ]);
  expect(await system.tables.endingTypes()).toEqual(Object.fromEntries(endings));
});

test('of 64 callers who reveal and burn a secret at once, exactly one gets it: two processes, one database', async () => {
  await using database = await freshDatabase();
  using place = temporaryPlace();
  const options = { ...place, env: { ONCEOVER_DATABASE_URL: connectionString(database.address) } };
  await using first = spawnSystem(options);
  await using second = spawnSystem(options);
  using one = new ApiClient(await first.ready);
  using two = new ApiClient(await second.ready);
  await using tables = new SecretTables(database.address);
  const rounds = await race({ clients: [one, two], ...SIZE });
  await expectOneEndingEach(rounds, two, tables);
});

test('of 64 callers who reveal and burn a secret at once, exactly one gets it: two gateways, two processes of secrets and one key store', async () => {
  await using database = await freshDatabase();
  await using split = await spawnSplit({ database: database.address, counts: { gateway: 2, secrets: 2 } });
  await using stack = new AsyncDisposableStack();
  const clients = split.urls.map((url) => stack.use(new ApiClient(url)));
  const [client] = clients;
  if (client === undefined) expect.fail();
  const tables = stack.use(new SecretTables(database.address));
  const rounds = await race({ clients, ...SIZE });
  await expectOneEndingEach(rounds, client, tables);
});
