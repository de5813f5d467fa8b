import type { KeyStore } from '@onceover/key-store';
import type pg from 'pg';
import { inSession } from './key-session.ts';
import { acceptKek, type KeyCheckRow, readKeyChecks, sealKeyChecks } from './key-tables.ts';

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
 * Several processes may start at once: one lock, keys that are never replaced, and losers that find the winner's.
 * Throws `KeysMissing` when the database was made with keys that are gone; it never makes others in their place.
 */
export async function ensureKeys(pool: pg.Pool, store: KeyStore): Promise<void> {
  await inSession(pool, async (session) => {
    await session.transaction(async () => {
      await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [BOOTSTRAP_LOCK]);
      const known = await readKeyChecks(session);
      if (known.length > 0) return await refuseMissing(known, store);
      await store.createKek(FIRST_VERSION);
      await store.createRoot();
      await acceptKek(session, await sealKeyChecks(store, FIRST_VERSION));
    });
  });
}

async function refuseMissing(known: readonly KeyCheckRow[], store: KeyStore): Promise<void> {
  const missing: string[] = [];
  for (const { v, kekBox } of known) {
    const isRight = await store.opensCheck({ kind: 'kek', version: v }, v, kekBox);
    if (isRight === null) missing.push(`version ${v} of the key-encryption key`);
  }
  const [newest] = known;
  const isRoot = newest === undefined ? null : await store.opensCheck({ kind: 'root' }, newest.v, newest.rootBox);
  if (isRoot === null) missing.push('the root of the pepper (root.key)');
  if (missing.length > 0) throw new KeysMissing(missing.join(', '));
}
