import type { LoggedEvent, RecordedEvent } from '@onceover/event-store';
import { rowOf } from '@onceover/schema/events/catalog';
import { auditKinds } from '@onceover/schema/events/meaning';
import { type ChainedEntry, type ChainHead, canonicalEntry, hashCanonical } from '../audit-chain.ts';
import { type AuditEntry, auditEntryOf, chainOf } from '../audit-entry.ts';
import { rowsOf } from '../trail-reading.ts';
import { Chains } from './chains.ts';
import type { Following } from './findings.ts';
import type { LogCheck } from './log-check.ts';

const DAY_MS = 86_400_000;

/** Makes every entry of a log again from its event, and checks that it is there, in its place, and nothing else is. */
export class EntryCheck {
  readonly #check: LogCheck;
  readonly #entries: Following<ChainedEntry>;
  readonly #chains: Chains;
  #count = 0;

  constructor(check: LogCheck, entries: Following<ChainedEntry>) {
    this.#check = check;
    this.#entries = entries;
    this.#chains = new Chains(check.signed, (entry) =>
      check.findings.add('an entry does not follow the one before it', whereOf(entry)),
    );
  }

  /** Takes the next event of the log: at once, or a promise where more entries have to be read for it. */
  event(event: LoggedEvent): Promise<void> | undefined {
    const entry = this.#entries.current;
    if (entry !== undefined && entry.position < event.position) return this.#passTo(event);
    if (entry?.position !== event.position) {
      this.#missing(event);
      return undefined;
    }
    this.#take(entry, event);
    return this.#entries.next();
  }

  /** After the last event; gives how many entries there are. */
  async end(): Promise<number> {
    for await (const entry of this.#entries.rows()) this.#take(entry);
    await verifyHeads(this.#check, this.#chains.ends());
    return this.#count;
  }

  async #passTo(event: LoggedEvent): Promise<void> {
    for await (const entry of this.#entries.rows(({ position }) => position < event.position)) this.#take(entry);
    await this.event(event);
  }

  #take(entry: ChainedEntry, event?: LoggedEvent): void {
    const text = canonicalEntry(entry, entry);
    this.#chains.add(entry);
    verifyEntry(this.#check, entry, text);
    verifyAgainstEvent(this.#check, entry, text, event);
    this.#count += 1;
  }

  #missing(event: LoggedEvent): void {
    const { position, tenantRef, said } = event;
    if (tenantRef === null || !this.#check.writtenUpTo.hasEntryOf(event)) return;
    if (said !== null && !isKept(this.#check.reading.now, said)) return;
    const where = `event at ${position} of ${this.#check.log}, account ${tenantRef}`;
    this.#check.findings.add('an event has no entry', where);
  }
}

function isKept(now: Date, { type, occurredAt }: RecordedEvent): boolean {
  const row = rowOf(type);
  // An unknown type must be reported.
  if (row === undefined) return true;
  return row.audit !== null && now.getTime() - occurredAt.getTime() < auditKinds[row.audit.kind].days * DAY_MS;
}

function whereOf(entry: ChainedEntry): string {
  return `entry ${entry.seq} of ${nameOf(chainOf(entry))}, event at ${entry.position}`;
}

/** `<account> <kind> <log>`, for people. */
function nameOf(chain: string): string {
  const [tenantRef, kind, log] = chain.split(' ');
  return `account ${tenantRef}, ${kind}, ${log}`;
}

function verifyEntry({ signed, findings }: LogCheck, entry: ChainedEntry, text: string): void {
  if (!hashCanonical(entry.prevHash, text).equals(entry.hash)) findings.add('an entry was changed', whereOf(entry));
  if (signed.contradicts(chainOf(entry), entry.seq, entry.hash)) {
    findings.add('an entry is not the one that was signed', whereOf(entry));
  }
}

function verifyAgainstEvent(
  { reading, findings, keptDays }: LogCheck,
  entry: ChainedEntry,
  text: string,
  event: LoggedEvent | undefined,
): void {
  if (event === undefined) {
    const age = reading.now.getTime() - Date.parse(entry.at);
    // A stream ends after its events, and its month is removed as a whole: only what is older can be gone.
    if (!(age > keptDays * DAY_MS)) findings.add('an entry has no event in the log', whereOf(entry));
    return;
  }
  const expected = expectedOf(event);
  if (expected === null || canonicalEntry(expected, entry) !== text) {
    findings.add('an entry does not say what its event says', whereOf(entry));
  }
}

/** Null for an event that no service writes, and so nothing can be made of. */
function expectedOf({ said }: LoggedEvent): AuditEntry | null {
  try {
    return said === null ? null : auditEntryOf(said);
  } catch {
    return null;
  }
}

/** Ends of chains: those their writer knows, and those that were signed. */
async function verifyHeads(
  { log, reading, signed, findings }: LogCheck,
  heads: ReadonlyMap<string, ChainHead>,
): Promise<void> {
  const stored = new Set<string>();
  for await (const { chain, seq, hash, signedSeq } of rowsOf(reading.heads(log))) {
    stored.add(chain);
    const head = heads.get(chain);
    const isRight = head === undefined ? signed.closed(chain, seq, hash) : head.seq === seq && head.hash.equals(hash);
    if (!isRight) findings.add('a chain does not end where its writer left it', `entry ${seq} of ${nameOf(chain)}`);
    if (signedSeq > signed.last(chain))
      findings.add('a checkpoint is missing', `entry ${signedSeq} of ${nameOf(chain)}`);
  }
  for (const chain of heads.keys()) {
    if (!stored.has(chain)) findings.add('the head of a chain is missing', nameOf(chain));
  }
  for (const chain of signed.subjects) {
    if (!chain.endsWith(` ${log}`) || chain.startsWith('blocks ')) continue;
    const isCut = stored.has(chain) && signed.last(chain) > (heads.get(chain)?.seq ?? signed.last(chain));
    if (isCut || !stored.has(chain))
      findings.add('the end of a chain is missing', `entry ${signed.last(chain)} of ${nameOf(chain)}`);
  }
}
