import { hash } from 'node:crypto';
import { LOG_START } from '@onceover/event-store';
import { type AuditBlock, type BlockHead, hashBlock } from '../audit-block.ts';
import { merkleRoot } from '../merkle-root.ts';
import type { LoggedEvent } from '../trail-reading.ts';
import { Following } from './findings.ts';
import type { LogCheck } from './log-check.ts';
import { blocksOf } from './verify-checkpoints.ts';

/** Longer than a running system leaves events without a block, or blocks without a signature. */
const OVERDUE_MS = 30 * 60_000;
const DAY_MS = 86_400_000;
const EVENT = '\0';

/** Checks that blocks cover a log without a gap, and that the events in it are those they cover. */
export class BlockCheck {
  readonly #check: LogCheck;
  readonly #blocks: Following<AuditBlock>;
  #head: BlockHead = { number: 0, to: LOG_START, hash: Buffer.alloc(32) };
  #leaves: Buffer[] = [];
  #lastAt = 0;
  #unsignedSince = Number.POSITIVE_INFINITY;

  private constructor(check: LogCheck, blocks: Following<AuditBlock>) {
    this.#check = check;
    this.#blocks = blocks;
  }

  static async of(check: LogCheck): Promise<BlockCheck> {
    return new BlockCheck(check, await Following.of(check.reading.blocks(check.log)));
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
    while (this.#blocks.current !== undefined) await this.#pass(this.#blocks.current);
    if (signed.last(blocksOf(log)) > this.#head.number) {
      findings.add(`the last ${blocksOf(log)} are missing`, `block ${this.#head.number + 1} of ${log}`);
    }
    if (this.#lastAt - this.#unsignedSince > OVERDUE_MS) {
      findings.add(`no checkpoint signs the last ${blocksOf(log)}`, log);
    }
    return this.#head.number;
  }

  async #passTo(event: LoggedEvent): Promise<void> {
    for (let block = this.#blocks.current; block !== undefined && event.position > block.to; ) {
      await this.#pass(block);
      block = this.#blocks.current;
    }
    this.#add(event);
  }

  async #pass(block: AuditBlock): Promise<void> {
    const { log, signed } = this.#check;
    verifyBlock(this.#check, this.#head, block);
    verifyEvents(this.#check, block, this.#leaves);
    this.#leaves = [];
    this.#head = block;
    this.#lastAt = Date.parse(block.at);
    if (block.number > signed.last(blocksOf(log))) this.#unsignedSince = Math.min(this.#unsignedSince, this.#lastAt);
    await this.#blocks.next();
  }

  #add({ position, text, at }: LoggedEvent): void {
    const { log, reading, findings } = this.#check;
    if (this.#blocks.current !== undefined) this.#leaves.push(hash('sha256', EVENT + text, 'buffer'));
    else if (reading.now.getTime() - at > OVERDUE_MS) {
      findings.add('no block covers an event', `event at ${position} of ${log}`);
    }
  }
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
