import { logNames } from '@onceover/schema/events/logs';
import { retentionOf } from '@onceover/schema/events/retention';
import type { TrailReading } from '../trail-reading.ts';
import { Findings } from './findings.ts';
import type { LogCheck } from './log-check.ts';
import { BlockCheck } from './verify-blocks.ts';
import { type KeptCheckpoint, type SignatureCheck, verifyCheckpoints } from './verify-checkpoints.ts';
import { EntryCheck } from './verify-entries.ts';

export interface Verified {
  readonly findings: Findings;
  readonly checkpoints: number;
  /** Chains whose beginning retention has removed, and whose signed ends are there. */
  readonly closedChains: number;
  readonly blocks: number;
  readonly events: number;
  readonly entries: number;
}

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
  for (const log of logNames) {
    const check = { log, reading, signed, findings, keptDays: retentionOf(log).streamDays };
    const found = await verifyLog(check);
    blocks += found.blocks;
    events += found.events;
    entries += found.entries;
  }
  return { findings, checkpoints: count, closedChains: signed.closedChains, blocks, events, entries };
}

/** Reads a log once, for its blocks and for its entries. */
async function verifyLog(check: LogCheck): Promise<Pick<Verified, 'blocks' | 'events' | 'entries'>> {
  const [blocks, entries] = [await BlockCheck.of(check), await EntryCheck.of(check)];
  let events = 0;
  for await (const page of check.reading.events(check.log)) {
    for (const event of page) {
      const isCovered = blocks.event(event);
      if (isCovered !== undefined) await isCovered;
      const isMatched = entries.event(event);
      if (isMatched !== undefined) await isMatched;
    }
    events += page.length;
  }
  return { blocks: await blocks.end(), events, entries: await entries.end() };
}
