import { KeyStoreAway } from '@onceover/key-store';
import { UnsafeKeys } from '@onceover/service-kit/keys-directory';
import type { KeySession } from '../keys/key-session.ts';
import { acceptKek, type KeyCheckRow, readKeyChecks, sealKeyChecks } from '../keys/key-tables.ts';
import type { RotationTools } from './epoch-steps.ts';

/**
 * Accepts a newer key-encryption key that an operator put beside the one in use. The next epoch is made with it, and as
 * every epoch's rows move to the next one, so do those under the old key: nothing else has to be sealed again.
 *
 * A key that cannot be used is reported, and epochs go on with the old one. Source: security 3.5
 */
export async function acceptNewerKek(session: KeySession, tools: RotationTools): Promise<void> {
  const version = await tools.store.newestKek();
  const [inUse] = await readKeyChecks(session);
  if (inUse === undefined || version <= inUse.v) return;
  const checks = await checkNewKek(tools, version, inUse);
  if (checks === null) return;
  await acceptKek(session, checks);
  await tools.failpoint('Q1');
  await tools.ring.reload();
  tools.log.info({ version }, 'a new key-encryption key is in use');
}

/**
 * Destroys the older key-encryption keys that no epoch names any more. They are marked first, so that no start asks for
 * one that is gone; the next rotator goes on from there.
 */
export async function destroyOldKeks(session: KeySession, tools: RotationTools): Promise<void> {
  await session.query(
    `update secrets.keycheck set state = 'destroying'
     where state = 'accepted' and v < (select max(newer.v) from secrets.keycheck newer where newer.state = 'accepted')
       and not exists (select from secrets.epoch where epoch.v = keycheck.v
         and epoch.state in ('current', 'retiring', 'destroying'))`,
  );
  const old = await session.query<{ v: number }>(
    `select v from secrets.keycheck where state = 'destroying' order by v`,
  );
  for (const { v } of old) {
    await tools.failpoint('Q4');
    await tools.store.destroyKek(v);
    await tools.ring.reload();
    await session.query(
      `update secrets.keycheck set state = 'destroyed', destroyed_at = clock_timestamp() where v = $1`,
      [v],
    );
    tools.log.info({ version: v }, 'an old key-encryption key was destroyed');
  }
}

/** The checks of a new key and, under its version, of the pepper's root. Null when it cannot be used. */
async function checkNewKek(
  { store, log }: RotationTools,
  version: number,
  inUse: KeyCheckRow,
): Promise<KeyCheckRow | null> {
  try {
    await store.secureKek(version);
    const isSame = await store.opensCheck({ kind: 'kek', version }, inUse.v, inUse.kekBox);
    const isRoot = await store.opensCheck({ kind: 'root' }, inUse.v, inUse.rootBox);
    if (isSame === null || isRoot === null) throw new UnsafeKeys('A key disappeared while being read.');
    if (!isRoot) throw new UnsafeKeys('root.key is not the right one.');
    if (isSame) throw new UnsafeKeys('It is the key that is in use already.');
    return await sealKeyChecks(store, version);
  } catch (error) {
    if (error instanceof KeyStoreAway) throw error;
    log.error({ version, err: error }, 'a new key-encryption key cannot be used');
    return null;
  }
}
