import { join, type RandomBytes, sha256, wipe } from '@onceover/service-kit/crypto';
import { LABELS } from '../sealing/labels.ts';
import { Scratch } from '../sealing/scratch.ts';
import { openUnder, sealUnder, unlessForged } from '../sealing/under-epoch.ts';
import type { EpochRow } from './key-tables.ts';

const SHARD_BYTES = 32;

/** Names an epoch's key without being it. */
type EpochName = Pick<EpochRow, 'e' | 'keyId'>;

/**
 * One self-test shard per epoch, wrapped as a secret's is and never wrapped again: it must open while its epoch lives and
 * must not once the epoch is destroyed. It also tells an epoch's erasable key from a damaged file.
 */
export function sealCanary(epoch: EpochName, epochKey: Buffer, random: RandomBytes): Buffer {
  using scratch = new Scratch();
  const shard = scratch.keep(random(SHARD_BYTES));
  return sealUnder({ key: epochKey, number: epoch.e }, 'shard', recordOf(epoch), shard, random);
}

export function opensCanary(epoch: EpochName, epochKey: Buffer, canary: Buffer): boolean {
  const under = { key: epochKey, number: epoch.e };
  const shard = unlessForged(() => openUnder(under, 'shard', recordOf(epoch), canary));
  wipe(shard);
  return shard !== null;
}

function recordOf(epoch: EpochName): Buffer {
  return sha256(join(LABELS.canary, epoch.keyId));
}
