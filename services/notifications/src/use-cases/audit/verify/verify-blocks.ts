import { LOG_START } from '@onceover/event-store';
import { sha256 } from '@onceover/service-kit/crypto';
import { type AuditBlock, type BlockHead, hashBlock } from '../audit-block.ts';
import { merkleRoot } from '../merkle-root.ts';
import type { CoveredEvent, TrailReading } from '../trail-reading.ts';
import { type Findings, Following } from './findings.ts';
import { blocksOf, type SignedHeads } from './verify-checkpoints.ts';

/** Longer than a running system leaves events without a block, or blocks without a signature. */
const OVERDUE_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
const EVENT = Buffer.of(0);

interface BlockCheck {
  readonly log: string;
  readonly reading: TrailReading;
  readonly signed: SignedHeads;
  readonly findings: Findings;
  /** How long the log keeps what has ended, in days; what is younger cannot have been removed by retention. */
  readonly keptDays: number;
}

/** Checks that blocks cover the log without a gap, and that the events in it are those they cover. */
export async function verifyBlocks(check: BlockCheck): Promise<{ readonly blocks: number; readonly events: number }> {
  const { log, reading, signed, findings } = check;
  const events = await Following.of(reading.coveredEvents(log));
  let head: BlockHead = { number: 0, to: LOG_START, hash: Buffer.alloc(32) };
  let [unsignedSince, lastAt, seen] = [Number.POSITIVE_INFINITY, 0, 0];
  for await (const block of reading.blocks(log)) {
    verifyBlock(check, head, block);
    const leaves = await leavesOf(events, block);
    verifyEvents(check, block, leaves);
    seen += leaves.length;
    head = block;
    lastAt = Date.parse(block.at);
    if (block.number > signed.last(blocksOf(log))) unsignedSince = Math.min(unsignedSince, lastAt);
  }
  if (signed.last(blocksOf(log)) > head.number) {
    findings.add(`the last ${blocksOf(log)} are missing`, `block ${head.number + 1} of ${log}`);
  }
  if (lastAt - unsignedSince > OVERDUE_MS) findings.add(`no checkpoint signs the last ${blocksOf(log)}`, log);
  seen += await verifyRest(check, events);
  return { blocks: head.number, events: seen };
}

function verifyBlock({ log, signed, findings }: BlockCheck, head: BlockHead, block: AuditBlock): void {
  const where = `block ${block.number} of ${log}`;
  if (block.number !== head.number + 1) findings.add('blocks are missing', `block ${head.number + 1} of ${log}`);
  if (!block.prevHash.equals(head.hash)) findings.add('a block does not follow the one before it', where);
  if (!hashBlock(block).equals(block.hash)) findings.add('a block was changed', where);
  if (signed.contradicts(blocksOf(log), block.number, block.hash)) {
    findings.add('a block is not the one that was signed', where);
  }
}

async function leavesOf(events: Following<CoveredEvent>, { to }: AuditBlock): Promise<Buffer[]> {
  const leaves: Buffer[] = [];
  for (let event = events.current; event !== undefined && event.position <= to; event = events.current) {
    leaves.push(sha256(Buffer.concat([EVENT, Buffer.from(event.text)])));
    await events.next();
  }
  return leaves;
}

function verifyEvents({ log, reading, findings, keptDays }: BlockCheck, block: AuditBlock, leaves: Buffer[]): void {
  const where = `block ${block.number} of ${log}, events from ${block.from} to ${block.to}`;
  const age = reading.now.getTime() - Date.parse(block.at);
  if (leaves.length < block.events && age > keptDays * DAY_MS) return;
  if (leaves.length < block.events) findings.add(`events are missing: ${block.events - leaves.length}`, where);
  else if (leaves.length > block.events) findings.add(`events were added: ${leaves.length - block.events}`, where);
  else if (!merkleRoot(leaves).equals(block.root)) findings.add('an event was changed', where);
}

async function verifyRest({ log, reading, findings }: BlockCheck, events: Following<CoveredEvent>): Promise<number> {
  let count = 0;
  for (let event = events.current; event !== undefined; event = events.current) {
    const isOverdue = reading.now.getTime() - event.at.getTime() > OVERDUE_MS;
    if (isOverdue) findings.add('no block covers an event', `event at ${event.position} of ${log}`);
    count += 1;
    await events.next();
  }
  return count;
}
