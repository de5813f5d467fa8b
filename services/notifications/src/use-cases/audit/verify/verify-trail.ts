import { retentionOf } from '@onceover/schema/events/retention';
import type { TrailReading } from '../trail-reading.ts';
import { Findings } from './findings.ts';
import { verifyBlocks } from './verify-blocks.ts';
import { type KeptCheckpoint, type SignatureCheck, verifyCheckpoints } from './verify-checkpoints.ts';
import { verifyEntries } from './verify-entries.ts';

export interface Verified {
  readonly findings: Findings;
  readonly checkpoints: number;
  readonly blocks: number;
  readonly events: number;
  readonly entries: number;
}

const logs = ['secrets', 'accounts', 'notifications'] as const;

/**
 * Checks the whole trail against the logs themselves: signatures, blocks, and every entry, which is made again from its event.
 *
 * Source  events 8.3
 */
export async function verifyTrail(
  reading: TrailReading,
  trusted: readonly SignatureCheck[],
  kept: readonly KeptCheckpoint[] = [],
): Promise<Verified> {
  const findings = new Findings();
  const { signed, count } = await verifyCheckpoints(reading, trusted, kept, findings);
  let [blocks, events, entries] = [0, 0, 0];
  for (const log of logs) {
    const check = { log, reading, signed, findings, keptDays: retentionOf(log).streamDays };
    const covered = await verifyBlocks(check);
    blocks += covered.blocks;
    events += covered.events;
    entries += await verifyEntries(check);
  }
  return { findings, checkpoints: count, blocks, events, entries };
}
