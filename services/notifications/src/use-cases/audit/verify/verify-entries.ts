import { type ChainedEntry, type ChainHead, emptyChain, hashEntry } from '../audit-chain.ts';
import { type AuditableEvent, auditEntryOf, auditKindOf, chainOf } from '../audit-entry.ts';
import { auditDays } from '../sign-trail.ts';
import type { TrailReading } from '../trail-reading.ts';
import { type Findings, Following } from './findings.ts';
import type { SignedHeads } from './verify-checkpoints.ts';

const DAY_MS = 86_400_000;

interface EntryCheck {
  readonly log: string;
  readonly reading: TrailReading;
  readonly signed: SignedHeads;
  readonly findings: Findings;
  /** How long the log keeps what has ended, in days. */
  readonly keptDays: number;
}

/** Makes every entry of a log again from its event, and checks that it is there, in its place, and nothing else is. */
export async function verifyEntries(check: EntryCheck): Promise<number> {
  const { log, reading, findings } = check;
  const place = await reading.place(log);
  const heads = new Map<string, ChainHead>();
  const events = await Following.of(reading.ownedEvents(log));
  const entries = await Following.of(reading.entries(log));
  let count = 0;
  while (events.current !== undefined || entries.current !== undefined) {
    const [event, entry] = [events.current, entries.current];
    if (entry !== undefined && (event === undefined || entry.position <= event.position)) {
      verifyEntry(check, heads, entry);
      const own = event?.position === entry.position ? event : undefined;
      verifyAgainstEvent(check, entry, own);
      count += 1;
      await entries.next();
      if (own !== undefined) await events.next();
    } else if (event !== undefined) {
      if (event.position <= place && isKept(reading.now, event)) {
        findings.add('an event has no entry', `event at ${event.position} of ${log}, account ${event.tenantRef}`);
      }
      await events.next();
    }
  }
  await verifyHeads(check, heads);
  return count;
}

function isKept(now: Date, { type, occurredAt }: AuditableEvent): boolean {
  const days = auditDays[auditKindOf(type)];
  return now.getTime() - occurredAt.getTime() < days * DAY_MS;
}

function whereOf(entry: ChainedEntry): string {
  return `entry ${entry.seq} of ${nameOf(chainOf(entry))}, event at ${entry.position}`;
}

/** `<account> <kind> <log>`, for people. */
function nameOf(chain: string): string {
  const [tenantRef, kind, log] = chain.split(' ');
  return `account ${tenantRef}, ${kind}, ${log}`;
}

function verifyEntry({ signed, findings }: EntryCheck, heads: Map<string, ChainHead>, entry: ChainedEntry): void {
  const [chain, where] = [chainOf(entry), whereOf(entry)];
  const head = heads.get(chain) ?? emptyChain;
  const follows = entry.seq === head.seq + 1 && entry.prevHash.equals(head.hash) && entry.month >= head.month;
  const isAfterRemoved = !heads.has(chain) && signed.closed(chain, entry.seq - 1, entry.prevHash);
  if (!follows && !isAfterRemoved) findings.add('an entry does not follow the one before it', where);
  if (!hashEntry(entry.prevHash, entry, entry).equals(entry.hash)) findings.add('an entry was changed', where);
  if (signed.contradicts(chain, entry.seq, entry.hash)) findings.add('an entry is not the one that was signed', where);
  heads.set(chain, entry);
}

function verifyAgainstEvent(
  { reading, findings, keptDays }: EntryCheck,
  entry: ChainedEntry,
  event: AuditableEvent | undefined,
): void {
  if (event === undefined) {
    const age = reading.now.getTime() - Date.parse(entry.at);
    // A stream ends after its events, and its month is removed as a whole: only what is older can be gone.
    if (!(age > keptDays * DAY_MS)) findings.add('an entry has no event in the log', whereOf(entry));
    return;
  }
  const expected = auditEntryOf(event);
  const place = { seq: entry.seq, month: entry.month };
  const isSame =
    expected !== null && hashEntry(entry.prevHash, expected, place).equals(hashEntry(entry.prevHash, entry, place));
  if (!isSame) findings.add('an entry does not say what its event says', whereOf(entry));
}

/** Ends of chains: those their writer knows, and those that were signed. */
async function verifyHeads(
  { log, reading, signed, findings }: EntryCheck,
  heads: ReadonlyMap<string, ChainHead>,
): Promise<void> {
  const stored = new Set<string>();
  for await (const { chain, seq, hash, signedSeq } of reading.heads(log)) {
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
