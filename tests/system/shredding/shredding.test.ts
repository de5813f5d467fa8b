import { noteProof, proofVolume } from '@onceover/testing/proof';
import { expect, test } from 'vitest';
import type { StolenLink } from '../../prove/shredding/recipes.ts';
import { ApiClient } from '../../support/api-client.ts';
import { startSystem } from '../../support/start-system.ts';
import { Loot } from './loot.ts';
import { endLives, inParallel, type Life, makeLives } from './shredded-lives.ts';

const ENDED = proofVolume(60);

test('who has base backup, log, lasting keys, links, passphrases and tokens reads nothing that has ended, and with its key all that lives', async () => {
  await using loot = new Loot();
  const database = await loot.start();
  const lives: Life[] = [];
  {
    await using system = await startSystem({
      database,
      env: { ONCEOVER_KEYS_DIR: loot.place.keysDir, ONCEOVER_SECRETS_SWEEP_SECONDS: '1' },
    });
    using client = new ApiClient(system.url);
    await loot.takeBaseBackup();
    loot.keepKeys('lasting');
    const half = Math.ceil(ENDED / 6) * 3;
    lives.push(...(await makeLives(client, half)));
    loot.keepKeys('erasable');
    await loot.noteMoment();
    // The first half is wrapped anew, under another key-encryption key too.
    await loot.rotateKek();
    loot.keepKeys('lasting');
    if (ENDED > half) lives.push(...(await makeLives(client, ENDED - half)));
    loot.keepKeys('erasable');
    await loot.noteMoment();
    await endLives(client, lives);
    await inParallel(
      lives.filter(({ fate }) => fate === 'expired'),
      ({ secretShortKey }) => system.tables.expireNow(secretShortKey),
    );
    await expect.poll(async () => (await system.tables.endings()).length, { timeout: 60_000 }).toBe(ENDED);
    await loot.noteMoment();
    // As if the 120 seconds of repeats were over; what can be fetched again lives.
    await loot.query('update secrets.redelivery set until = clock_timestamp()');
    // Two epochs later, as it is promised.
    await loot.endEpoch();
    loot.keepKeys('erasable');
    await loot.endEpoch();
    await loot.archiveAll();
  }
  await loot.extractRows();
  await expectShredded(loot, lives);
});

async function expectShredded(loot: Loot, lives: readonly Life[]): Promise<void> {
  const { keysDir } = loot.place;
  const [ended, living] = [
    lives.filter(({ fate }) => fate !== 'living'),
    lives.filter(({ fate }) => fate === 'living'),
  ];
  const stolen = [loot.keysAside('lasting'), keysDir];
  const isOpened = (life: Life, content: string | null | undefined) => content === life.plaintext;
  const linksOf = (some: readonly Life[]) => some.map(({ link }) => link);

  const gone = await loot.attack(linksOf(ended), stolen);
  const recovered = ended.filter((_, at) => gone[at] !== null);
  const byHalves = await loot.attack(living.map(halfOf), stolen);
  const unread = living.filter((life, at) => !isOpened(life, byHalves[at]));
  const unlinked = await loot.attack([{ passphrase: 'plum' }, ...living.slice(0, 2).map(withoutLink)], stolen);
  const { count, foundIn } = await loot.destroyedKeys();
  // The oracle is as good as it says: with the destroyed keys, which nobody has, it reads all.
  const withDestroyed = await loot.attack(linksOf(ended), [...stolen, loot.keysAside('erasable')]);
  const shouldOpen = ended.filter((life, at) => !isOpened(life, withDestroyed[at]));

  noteProof({
    counts: { 'ended secrets attacked': ended.length, 'living secrets attacked': living.length },
    zero: {
      'ended secrets recovered': recovered.length,
      'living secrets not recovered': unread.length,
      'secrets recovered without their link': unlinked.filter((content) => content !== null).length,
    },
    findings: [
      `With ${count} destroyed epoch keys put back, the oracle opened ${ended.length - shouldOpen.length} of ${ended.length} ended secrets.`,
    ],
  });
  expect(recovered.map(fateOf)).toEqual([]);
  expect(unread.map(fateOf)).toEqual([]);
  expect(unlinked.filter((content) => content !== null)).toEqual([]);
  expect(foundIn).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(3);
  expect(shouldOpen.map(fateOf)).toEqual([]);
}

const fateOf = ({ fate }: Life) => fate;

/** Some have the link of the recipient alone, some that of the creator alone. */
function halfOf({ link }: Life, at: number): StolenLink {
  const { secretKey, metadataKey, ...rest } = link;
  return at % 2 === 0 ? { secretKey, ...rest } : { metadataKey, ...rest };
}

function withoutLink({ link: { passphrase, claimToken } }: Life): StolenLink {
  return { ...(passphrase !== undefined && { passphrase }), ...(claimToken !== undefined && { claimToken }) };
}
