import { hash } from 'node:crypto';
import { LOG_COVERED, type LoggedEvent, merkleRoot, type RecordedEvent } from '@onceover/event-store';
import { type AuditBlock, type BlockHead, hashBlock, noBlock } from '../audit-block.ts';
import type { Following } from './findings.ts';
import type { LogCheck } from './log-check.ts';
import { blocksOf } from './verify-checkpoints.ts';

/** Longer than a running system leaves events without a block, or blocks without a signature. */
const OVERDUE_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
const EVENT = '\0';

/**
 * Checks that blocks cover a log without a gap, that the events in it are those they cover, and that the log tells of these
 * blocks and no others.
 */
export class BlockCheck {
  readonly #check: LogCheck;
  readonly #blocks: Following<AuditBlock>;
  #head: BlockHead = noBlock;
  /** By number: those whose event comes later. */
  readonly #untold = new Map<number, AuditBlock>();
  #leaves: Buffer[] = [];
  #lastAt = 0;
  #unsignedSince = Number.POSITIVE_INFINITY;

  constructor(check: LogCheck, blocks: Following<AuditBlock>) {
    this.#check = check;
    this.#blocks = blocks;
  }

  /** Takes the next event of the log: at once, or a promise where a block ends before it. */
  event(event: LoggedEvent): Promise<void> | undefined {
    const block = this.#blocks.current;
    if (block !== undefined && event.position > block.to) return this.#passTo(event);
    this.#add(event);
    return undefined;
  }

  /** After the last event; gives how many blocks there are. */
  async end(): Promise<number> {
    const { log, signed, findings } = this.#check;
    for await (const block of this.#blocks.rows()) this.#pass(block);
    for (const block of this.#untold.values()) verifyTold(this.#check, block);
    if (signed.last(blocksOf(log)) > this.#head.number) {
      findings.add(`the last ${blocksOf(log)} are missing`, `block ${this.#head.number + 1} of ${log}`);
    }
    if (this.#lastAt - this.#unsignedSince > OVERDUE_MS) {
      findings.add(`no checkpoint signs the last ${blocksOf(log)}`, log);
    }
    return this.#head.number;
  }

  async #passTo(event: LoggedEvent): Promise<void> {
    for await (const block of this.#blocks.rows(({ to }) => to < event.position)) this.#pass(block);
    this.#add(event);
  }

  #pass(block: AuditBlock): void {
    const { log, signed } = this.#check;
    verifyBlock(this.#check, this.#head, block);
    verifyEvents(this.#check, block, this.#leaves);
    this.#leaves = [];
    this.#untold.set(block.number, block);
    this.#head = block;
    this.#lastAt = Date.parse(block.at);
    if (block.number > signed.last(blocksOf(log))) this.#unsignedSince = Math.min(this.#unsignedSince, this.#lastAt);
  }

  #add(event: LoggedEvent): void {
    const { position, text, at } = event;
    const { log, reading, findings } = this.#check;
    const isOfLog = event.type === LOG_COVERED;
    if (isOfLog) this.#tell(event);
    if (this.#blocks.current !== undefined) this.#leaves.push(hash('sha256', EVENT + text, 'buffer'));
    // What a log says about itself is covered with the next event that says something else.
    else if (!isOfLog && reading.now.getTime() - at > OVERDUE_MS) {
      findings.add('no block covers an event', `event at ${position} of ${log}`);
    }
  }

  #tell(event: LoggedEvent): void {
    const { position, said } = event;
    const { log, writtenUpTo, findings } = this.#check;
    if (!writtenUpTo.hasBlockOf(event)) return;
    const number = Number(said?.data.number);
    const block = this.#untold.get(number);
    if (block !== undefined && said !== null && isTold(block, said)) this.#untold.delete(number);
    else findings.add('an event tells of a block that the trail does not have', `event at ${position} of ${log}`);
  }
}

function isTold({ from, to, events, root, at }: AuditBlock, { data, occurredAt }: RecordedEvent): boolean {
  const isSamePiece = data.from === from && data.to === to && data.events === events;
  return isSamePiece && data.root === root.toString('hex') && occurredAt.toISOString() === at;
}

function verifyTold({ log, reading, findings, keptDays }: LogCheck, { number, at }: AuditBlock): void {
  if (reading.now.getTime() - Date.parse(at) > keptDays * DAY_MS) return;
  findings.add('the event that told of a block is missing', `block ${number} of ${log}`);
}

function verifyBlock({ log, signed, findings }: LogCheck, head: BlockHead, block: AuditBlock): void {
  const where = `block ${block.number} of ${log}`;
  if (block.number !== head.number + 1) findings.add('blocks are missing', `block ${head.number + 1} of ${log}`);
  if (!block.prevHash.equals(head.hash)) findings.add('a block does not follow the one before it', where);
  if (!hashBlock(block).equals(block.hash)) findings.add('a block was changed', where);
  if (signed.contradicts(blocksOf(log), block.number, block.hash)) {
    findings.add('a block is not the one that was signed', where);
  }
}

function verifyEvents({ log, reading, findings, keptDays }: LogCheck, block: AuditBlock, leaves: Buffer[]): void {
  const where = `block ${block.number} of ${log}, events from ${block.from} to ${block.to}`;
  const age = reading.now.getTime() - Date.parse(block.at);
  if (leaves.length < block.events && age > keptDays * DAY_MS) return;
  if (leaves.length < block.events) findings.add(`events are missing: ${block.events - leaves.length}`, where);
  else if (leaves.length > block.events) findings.add(`events were added: ${leaves.length - block.events}`, where);
  else if (!merkleRoot(leaves).equals(block.root)) findings.add('an event was changed', where);
}
