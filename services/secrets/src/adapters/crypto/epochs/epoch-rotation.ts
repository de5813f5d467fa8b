import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { asRotator, type KeySession, type Queryable, queryableOf } from '../keys/key-session.ts';
import { type EpochRow, readLivingEpochs } from '../keys/key-tables.ts';
import { beginEpoch, destroyEpoch, isNeeded, type RotationTools, retireEpoch } from './epoch-steps.ts';
import { acceptNewerKek, destroyOldKeks } from './kek-rotation.ts';

/** `busy`: another process is the rotator and does it. */
export type RotationOutcome = 'idle' | 'busy' | 'rotated';

export type EpochRotation = ReturnType<typeof createEpochRotation>;

const START_TRIES = 600;
const TRY_EVERY_MS = 100;

/**
 * Replaces the erasable key every `epochMinutes`, so that what ended is beyond recovery two epochs later.
 *
 * One rotator at a time and at most two living keys. Sealed for want of the key-encryption key or of the store, nothing rotates: nobody who
 * lacks it can open anything. Every step can be interrupted: rows name their epoch, the table
 * says how far its epoch is, and the next rotator goes on from there. Source: security 3.5, kill points E1 to E5.
 */
export function createEpochRotation(pool: pg.Pool, tools: RotationTools, epochMinutes: number) {
  const db = queryableOf(pool);
  const maxAgeSeconds = epochMinutes * 60;
  const isDue = (row: EpochRow): boolean => row.ageSeconds >= maxAgeSeconds;

  async function rotate(isWanted: (current: EpochRow) => boolean): Promise<RotationOutcome> {
    const outcome = await asRotator(pool, async (session) => {
      await tools.ring.reload();
      if (tools.ring.isStoreAway()) return 'idle';
      await finishOldKeys(session, tools);
      const current = await currentEpochOf(session);
      if (current !== undefined && (isMissing(tools, current) || !isWanted(current))) return 'idle';
      await acceptNewerKek(session, tools);
      if (!(await beginEpoch(session, tools))) return 'idle';
      await finishOldKeys(session, tools);
      return 'rotated';
    });
    return outcome ?? 'busy';
  }

  async function rotateIfDue(): Promise<RotationOutcome> {
    if (tools.ring.isStoreAway()) return 'idle';
    const living = await readLivingEpochs(db);
    const current = living.find((row) => row.state === 'current');
    const isUnfinished = living.some((row) => row.state !== 'current' && !isMissing(tools, row));
    const needsWork = current === undefined || isUnfinished || (isDue(current) && !isMissing(tools, current));
    return needsWork ? rotate(isDue) : 'idle';
  }

  return {
    /** The first start makes the first epoch; an over-age epoch is rotated, an interrupted rotation finished. */
    async start(): Promise<void> {
      await tools.ring.reload();
      // Somebody else is rotating: wait only where there is nothing to go on with, or what ended while off must die first.
      for (let tries = 1; (await rotateIfDue()) === 'busy' && tries < START_TRIES; tries += 1) {
        const current = await currentEpochOf(db);
        if (current !== undefined && !isDue(current)) break;
        await delay(TRY_EVERY_MS);
      }
      await tools.ring.reload();
    },
    /** Rotates when the current epoch has reached its age, and finishes what another rotator left behind. */
    rotateIfDue,
    /** Rotates whatever the age: on suspicion, and in tests. */
    rotateNow: () => rotate(() => true),
  };
}

async function currentEpochOf(db: Queryable): Promise<EpochRow | undefined> {
  return (await readLivingEpochs(db)).find((row) => row.state === 'current');
}

/** Old epochs first: what no epoch names any more is then of no use either. */
async function finishOldKeys(session: KeySession, tools: RotationTools): Promise<void> {
  await finishOldEpochs(session, tools);
  await destroyOldKeks(session, tools);
}

/** Takes every epoch that is not current to its end, the oldest first. One whose key is missing waits for its rows. */
async function finishOldEpochs(session: KeySession, tools: RotationTools): Promise<void> {
  for (const epoch of await readLivingEpochs(session)) {
    if (epoch.state === 'current') continue;
    if (epoch.state === 'retiring') {
      if (isMissing(tools, epoch)) {
        if (await isNeeded(session, epoch.e)) continue;
        await session.query(`update secrets.epoch set state = 'destroying' where e = $1`, [epoch.e]);
      } else {
        // Without a current key there is nothing to move rows to, and the old key must live on.
        if (tools.ring.currentEpoch === null) continue;
        await retireEpoch(session, tools, epoch);
      }
    }
    await destroyEpoch(session, tools, epoch);
  }
}

function isMissing(tools: RotationTools, epoch: EpochRow): boolean {
  return tools.ring.missingEpochs().includes(epoch.e);
}
