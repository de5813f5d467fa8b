import { type LoggedEvent, type LogHistory, MOST_AT_ONCE, readEventText } from '@onceover/event-store';
import { logNames } from '@onceover/schema/events/logs';
import { retentionOf } from '@onceover/schema/events/retention';
import type { AuditVerifier } from '../checkpoint.ts';
import type { HistoryOf, TrailReading } from '../trail-reading.ts';
import { Findings, Following } from './findings.ts';
import type { LogCheck } from './log-check.ts';
import { BlockCheck } from './verify-blocks.ts';
import { type KeptCheckpoint, verifyCheckpoints } from './verify-checkpoints.ts';
import { EntryCheck } from './verify-entries.ts';

/**
 * Checks the whole trail against the logs themselves: signatures, blocks, and every entry, which is made again from its event.
 * Gives the findings, and what was checked; closed chains are those whose beginning retention has removed.
 *
 * Source  events 8.3
 */
export async function verifyTrail(
  reading: TrailReading,
  historyOf: HistoryOf,
  trusted: readonly AuditVerifier[],
  kept: readonly KeptCheckpoint[] = [],
) {
  const findings = new Findings();
  const { signed, count } = await verifyCheckpoints(reading, trusted, kept, findings);
  let [blocks, events, entries] = [0, 0, 0];
  for (const log of logNames) {
    const [history, writtenUpTo] = [await historyOf(log), await reading.writtenUpTo(log)];
    const check = { log, reading, writtenUpTo, history, signed, findings, keptDays: retentionOf(log).streamDays };
    const found = await verifyLog(check);
    blocks += found.blocks;
    events += found.events;
    entries += found.entries;
  }
  return { findings, checkpoints: count, closedChains: signed.closedChains, blocks, events, entries };
}

/** Reads a log once, for its blocks and for its entries. */
async function verifyLog(check: LogCheck) {
  const { log, reading } = check;
  const blocks = new BlockCheck(check, await Following.of(reading.blocks(log)));
  const entries = new EntryCheck(check, await Following.of(reading.entries(log)));
  let events = 0;
  for await (const page of eventsOf(log, check.history)) {
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

/** All events of a log, in its order. A page is read while the one before it is being checked. */
async function* eventsOf(log: string, history: LogHistory): AsyncGenerator<readonly LoggedEvent[]> {
  let ahead = history.texts({}, MOST_AT_ONCE);
  for (let texts = await ahead; texts.length > 0; texts = await ahead) {
    const page = texts.map((text) => readEventText(log, text));
    const after = page.at(-1)?.position;
    ahead = after === undefined ? Promise.resolve([]) : history.texts({ after }, MOST_AT_ONCE);
    // Whoever waits for the page hears of it.
    ahead.catch(() => undefined);
    yield page;
  }
}
