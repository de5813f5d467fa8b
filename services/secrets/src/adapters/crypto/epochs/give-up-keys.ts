import { KeyStoreAway } from '@onceover/key-store';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { secretFlags } from '../../secret-flags.ts';
import type { KeySession } from '../keys/key-session.ts';
import { acceptKek, type KeyCheckRow, readKeyChecks, readLivingEpochs, sealKeyChecks } from '../keys/key-tables.ts';
import { beginEpoch, type RotationTools } from './epoch-steps.ts';

export interface GivenUp {
  /** Epochs that nothing opens any more. */
  readonly epochs: readonly number[];
  /** Versions of the key-encryption key that are not there. */
  readonly keks: readonly number[];
  readonly isRootLost: boolean;
  /** Secrets that waited under them: their lifetime is over from now on, and the sweep records that they expired. */
  readonly secrets: number;
}

/**
 * An operator's word that what is missing will not come back. What it protected can only end as expired, and the service goes
 * on with a new epoch, and where needed with a new key-encryption key and root. Erasable keys that are given up are
 * destroyed with the epoch keys that this database does not name.
 *
 * `isRestored`  the database came from a backup: all that waited then is given up, because it may have been opened since
 *
 * Refuses  UnsafeKeys: root.key is another one, which nobody may overwrite
 *          KeyStoreAway: nobody knows what is missing
 *
 * Every step can be done again: interrupted, the next call goes on.
 */
export async function giveUpKeys(
  session: KeySession,
  tools: RotationTools,
  { isRestored }: { readonly isRestored: boolean },
): Promise<GivenUp> {
  await tools.ring.reload();
  if (tools.ring.isStoreAway()) throw new KeyStoreAway(tools.ring.sealedReason() ?? '');
  const checks = await readKeyChecks(session);
  const keks = checks.flatMap(({ v }) => (tools.ring.server.hasKek(v) ? [] : [v]));
  const living = (await readLivingEpochs(session)).filter(({ state }) => state !== 'destroying');
  const missing = new Set(tools.ring.missingEpochs());
  const epochs = living.flatMap(({ e }) => (isRestored || missing.has(e) ? [e] : []));
  const isRootLost = await isRootMissing(tools, checks);
  await session.transaction(async () => {
    await session.query(`update secrets.keycheck set state = 'lost' where v = any ($1::int[])`, [keks]);
    await session.query(`update secrets.epoch set state = 'lost' where e = any ($1::int[])`, [epochs]);
    if (keks.length === checks.length) await acceptNextKek(session, tools);
    else if (isRootLost) await sealRootChecks(session, tools);
  });
  await tools.ring.reload();
  const hasCurrent = (await readLivingEpochs(session)).some(({ state }) => state === 'current');
  if (!hasCurrent) await beginEpoch(session, tools);
  return { epochs, keks, isRootLost, secrets: await endLifetimes(session, isRootLost) };
}

async function isRootMissing({ store }: RotationTools, [check]: readonly KeyCheckRow[]): Promise<boolean> {
  const isRight = check === undefined || (await store.opensCheck({ kind: 'root' }, check.v, check.rootBox));
  if (isRight === null) return true;
  if (isRight) return false;
  throw new UnsafeKeys(
    'root.key is not the one this database was made with. Put the right one back. If it is lost for good, remove this one and ' +
      'confirm the loss again: secrets with a passphrase then end as expired.',
  );
}

/** The newest key that lies there, if no check knows it yet, or a new one. */
async function acceptNextKek(session: KeySession, { store }: RotationTools): Promise<void> {
  const [last] = await session.query<{ v: number }>('select coalesce(max(v), 0)::int as v from secrets.keycheck');
  const version = Math.max(await store.newestKek(), (last?.v ?? 0) + 1);
  await store.createKek(version);
  await store.createRoot();
  await store.secureKek(version);
  await acceptKek(session, await sealKeyChecks(store, version));
}

/** A new root, and its check under every version that is in use. */
async function sealRootChecks(session: KeySession, { store }: RotationTools): Promise<void> {
  await store.createRoot();
  for (const { v } of await readKeyChecks(session)) {
    const rootBox = await store.sealCheck({ kind: 'root' }, v);
    await session.query('update secrets.keycheck set root_box = $2 where v = $1', [v, rootBox]);
  }
}

/** Secrets that no living epoch opens, and without the old root those with a passphrase, are over; how many. */
async function endLifetimes(session: KeySession, isRootLost: boolean): Promise<number> {
  await session.query(`delete from secrets.redelivery t where ${isUnderNoEpoch('t')}`);
  await session.query(`delete from secrets.create_replay t where ${isUnderNoEpoch('t')}`);
  const [row] = await session.query<{ secrets: number }>(
    `with over as (
       update secrets.secret t set expires = clock_timestamp()
       where t.state = 'new' and t.expires > clock_timestamp() and (${isUnderNoEpoch('t')} or ($1 and t.flags & ${secretFlags.hasPassphrase} <> 0))
       returning t.lookup
     ), content as (
       update secrets.secret_content c set expires = clock_timestamp() from over where c.lookup = over.lookup
     )
     select count(*)::int as secrets from over`,
    [isRootLost],
  );
  return row?.secrets ?? 0;
}

function isUnderNoEpoch(alias: string): string {
  return `not exists (select from secrets.epoch k where k.e = ${alias}.e and k.state in ('current', 'retiring'))`;
}
