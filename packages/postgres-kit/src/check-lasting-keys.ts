import { isEqual, wipe } from '@onceover/service-kit/crypto';
import { WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import { fingerprintOf, type LastingKeySource } from '@onceover/service-kit/lasting-key';
import type pg from 'pg';
import { withClient } from './app-connection.ts';

const READ = 'select file, fingerprint from onceover.lasting_key';
const REMEMBER = 'insert into onceover.lasting_key (file, fingerprint) values ($1, $2) on conflict (file) do nothing';

const REPLACE = 'update onceover.lasting_key set fingerprint = $2 where file = $1';

interface KnownKey {
  readonly file: string;
  readonly fingerprint: Buffer;
}

/** The files of the lasting keys, with what is lost with each. */
type LastingKeys = Readonly<Record<string, string>>;

/** A key file that is not the one the database was made with. */
export interface LastingKeyProblem {
  readonly file: string;
  readonly lost: string;
  readonly problem: 'missing' | 'wrong';
}

/**
 * Makes sure that the keys nobody would miss at once are those that the database was made with; a first start makes them.
 * Call it after `claimKeysDirectory`.
 *
 * Refuses  WrongKeysDirectory: some are missing or others; nothing was made in their place
 *          UnsafeKeys: one is damaged
 */
export async function checkLastingKeys(
  database: pg.PoolConfig,
  source: LastingKeySource,
  keys: LastingKeys,
): Promise<void> {
  return await withClient(database, async (client) => {
    const problems = await findLastingKeyProblems(client, source, keys);
    if (problems.length > 0) throw new WrongKeysDirectory(refusal(source, problems));
    const known = await readKnown(client);
    for (const file of Object.keys(keys)) {
      if (known.has(file)) continue;
      const key = await source.open(file);
      await client.query(REMEMBER, [file, fingerprintOf(key, file)]);
      wipe(key);
    }
  });
}

/**
 * The same for whoever only looks: nothing is made, and nothing remembered.
 *
 * Refuses  what `checkLastingKeys` refuses
 */
export async function refuseOtherLastingKeys(
  database: pg.PoolConfig,
  source: LastingKeySource,
  keys: LastingKeys,
): Promise<void> {
  const problems = await withClient(database, (client) => findLastingKeyProblems(client, source, keys));
  if (problems.length > 0) throw new WrongKeysDirectory(refusal(source, problems));
}

/**
 * An operator's word that what is missing is lost, and that what lies there is to be used: makes what is missing, and has the
 * database know the keys as they are now. Gives what was another.
 */
export async function acceptLastingKeys(
  database: pg.PoolConfig,
  source: LastingKeySource,
  keys: LastingKeys,
): Promise<readonly LastingKeyProblem[]> {
  return await withClient(database, async (client) => {
    const problems = await findLastingKeyProblems(client, source, keys);
    for (const { file } of problems) {
      const key = await source.open(file);
      await client.query(REPLACE, [file, fingerprintOf(key, file)]);
      wipe(key);
    }
    return problems;
  });
}

/** Those of the lasting keys that the database knows and the source lacks, or has others for. */
async function findLastingKeyProblems(
  client: pg.ClientBase,
  source: LastingKeySource,
  keys: LastingKeys,
): Promise<readonly LastingKeyProblem[]> {
  const known = await readKnown(client);
  const problems: LastingKeyProblem[] = [];
  for (const [file, lost] of Object.entries(keys)) {
    const expected = known.get(file);
    if (expected === undefined) continue;
    const key = await source.read(file);
    if (key === null) problems.push({ file, lost, problem: 'missing' });
    else if (!isEqual(fingerprintOf(key, file), expected)) problems.push({ file, lost, problem: 'wrong' });
    wipe(key);
  }
  return problems;
}

async function readKnown(client: pg.ClientBase): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await client.query<KnownKey>(READ);
  return new Map(rows.map(({ file, fingerprint }) => [file, fingerprint]));
}

function refusal({ name }: LastingKeySource, problems: readonly LastingKeyProblem[]): string {
  const lines = problems.map(({ file, lost, problem }) =>
    problem === 'missing'
      ? `${file} is missing (${lost})`
      : `${file} is not the one this database was made with (${lost})`,
  );
  return (
    `${name.charAt(0).toUpperCase()}${name.slice(1)} does not hold all keys of this database: ${lines.join('; ')}. ` +
    'Put them back from your copy of the keys. If they are lost for good: npm run keys -- confirm-loss'
  );
}
