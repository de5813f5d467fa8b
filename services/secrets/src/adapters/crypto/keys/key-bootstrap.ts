import { type RandomBytes, wipe } from '@onceover/service-kit/crypto';
import type pg from 'pg';
import { sealKeyChecks } from './key-check.ts';
import type { KeyFiles } from './key-files.ts';
import { inSession } from './key-session.ts';
import { acceptKek, type KeyCheckRow, readKeyChecks } from './key-tables.ts';

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
export async function ensureKeys(pool: pg.Pool, files: KeyFiles, random: RandomBytes): Promise<void> {
  await inSession(pool, async (session) => {
    await session.transaction(async () => {
      await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [BOOTSTRAP_LOCK]);
      const known = await readKeyChecks(session);
      if (known.length > 0) return await refuseMissing(known, files);
      const kek = (await files.readKek(FIRST_VERSION)) ?? (await files.createKek(FIRST_VERSION));
      const root = await files.createRoot();
      try {
        await acceptKek(session, sealKeyChecks(FIRST_VERSION, kek, root, random));
      } finally {
        wipe(kek, root);
      }
    });
  });
}

async function refuseMissing(known: readonly KeyCheckRow[], files: KeyFiles): Promise<void> {
  const missing: string[] = [];
  for (const { v } of known) {
    const kek = await files.readKek(v);
    if (kek === null) missing.push(`version ${v} of the key-encryption key`);
    wipe(kek);
  }
  const root = await files.readRoot();
  if (root === null) missing.push('the root of the pepper (root.key)');
  wipe(root);
  if (missing.length > 0) throw new KeysMissing(missing.join(', '));
}
