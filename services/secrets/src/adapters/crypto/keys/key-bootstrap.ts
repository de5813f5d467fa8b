import { queryOn } from '@onceover/event-store';
import { type RandomBytes, wipe } from '@onceover/service-kit/crypto';
import type { Knex } from 'knex';
import { sealKeyCheck } from './key-check.ts';
import type { KeyFiles, KeySource } from './key-files.ts';
import { queryableOf, readKeyChecks } from './key-tables.ts';

/** The database was made with keys that are not here. The process must not start: it would make others in their place. */
export class KeysMissing extends Error {
  override readonly name = 'KeysMissing';

  constructor(what: string) {
    super(
      `The encryption keys of this database are missing: ${what}. ` +
        'Start with the keys directory this database was made with (ONCEOVER_KEYS_DIR). ' +
        'If they are permanently lost, so are the secrets that wait: npm run keys -- confirm-loss ends them as expired.',
    );
  }
}

const BOOTSTRAP_LOCK = 'secrets:keys:bootstrap';
const FIRST_VERSION = 1;

/**
 * On the first start makes the keys that a database without any needs; on every other start makes sure they are there.
 *
 * Several processes may start at once: one lock, files that are never replaced, and losers that read the winner's.
 * Throws `KeysMissing` when the database was made with keys that are gone; it never makes others in their place.
 */
export async function ensureKeys(knex: Knex, files: KeyFiles, source: KeySource, random: RandomBytes): Promise<void> {
  await knex.transaction(async (tx) => {
    await queryOn(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [BOOTSTRAP_LOCK]);
    const known = await readKeyChecks(queryableOf(tx));
    if (known.length > 0) return refuseMissing(known, files, source);
    const kek = (await source.kek(FIRST_VERSION)) ?? (await files.createKek(FIRST_VERSION));
    const root = await files.createRoot();
    try {
      await queryOn(tx, `insert into secrets.keycheck (v, state, kek_box, root_box) values ($1, 'accepted', $2, $3)`, [
        FIRST_VERSION,
        sealKeyCheck('kek', kek, FIRST_VERSION, random),
        sealKeyCheck('root', root, FIRST_VERSION, random),
      ]);
    } finally {
      wipe(kek, root);
    }
  });
}

async function refuseMissing(
  known: readonly { readonly v: number }[],
  files: KeyFiles,
  source: KeySource,
): Promise<void> {
  const missing: string[] = [];
  for (const { v } of known) {
    const kek = await source.kek(v);
    if (kek === null) missing.push(`version ${v} of the key-encryption key`);
    wipe(kek);
  }
  const root = await files.readRoot();
  if (root === null) missing.push('the root of the pepper (root.key)');
  wipe(root);
  if (missing.length > 0) throw new KeysMissing(missing.join(', '));
}
