import { type EntryPlace, hashEntry } from '../audit-chain.ts';
import { type AuditEntry, chainOf } from '../audit-entry.ts';
import type { AuditVerifier, Checkpoint } from '../checkpoint.ts';
import { exportedRowReader } from './exported-rows.ts';
import { Findings } from './findings.ts';
import { type SignedHeads, verifyCheckpoints } from './verify-checkpoints.ts';

export interface ExportVerdict {
  readonly findings: Findings;
  /** Entries of chains. */
  readonly entries: number;
  /** Of those, the ones that a signature holds: it signs them, or one that follows them without a gap. */
  readonly held: number;
  /** Of those, the ones whose contents cannot be checked, as the request was withheld. */
  readonly withheld: number;
  /** Events that belong to nobody: only the log and its blocks can show that they are unchanged. */
  readonly unowned: number;
}

interface Link {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
}

/**
 * Checks an exported file against signed checkpoints alone, without the database: that the contents of every line make its hash,
 * that neighbours in a chain follow one another, and which lines a signature holds. A filtered file has gaps, and those are
 * nothing wrong: what stands before one is held by no signature after it.
 */
export async function verifyExport(
  lines: AsyncIterable<string>,
  checkpoints: readonly Checkpoint[],
  trusted: readonly AuditVerifier[],
): Promise<ExportVerdict> {
  const findings = new Findings();
  const pages = async function* () {
    yield checkpoints;
  };
  const { signed } = await verifyCheckpoints({ checkpoints: pages }, trusted, [], findings);
  const chains = new Map<string, Link[]>();
  const counts = { entries: 0, withheld: 0, unowned: 0 };
  const read = exportedRowReader();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const row = line === '' ? 'heading' : read(line);
    if (row === 'heading') continue;
    if (row === null) findings.add('a line cannot be read', `line ${number}`);
    else if (row.tenantRef === null) counts.unowned += 1;
    else {
      const { seq, prevHash, hash, request } = row;
      counts.entries += 1;
      if (request === null) counts.withheld += 1;
      else if (!isUnchanged({ ...row, request })) findings.add('an entry was changed', `line ${number}`);
      chains.getOrInsertComputed(chainOf(row), () => []).push({ seq, prevHash, hash });
    }
  }
  let held = 0;
  for (const [chain, links] of chains) held += heldIn(chain, links, signed, findings);
  return { findings, held, ...counts };
}

function isUnchanged(row: AuditEntry & Link & Pick<EntryPlace, 'month'>): boolean {
  return hashEntry(Buffer.from(row.prevHash, 'hex'), row, row).toString('hex') === row.hash;
}

/** How many entries of a chain signatures hold. */
function heldIn(chain: string, links: readonly Link[], signed: SignedHeads, findings: Findings): number {
  const inOrder = links.toSorted((one, other) => one.seq - other.seq);
  let held = 0;
  let waiting = 0;
  let before: Link | undefined;
  for (const link of inOrder) {
    const { seq, prevHash, hash } = link;
    const where = `${chain} ${seq}`;
    if (before?.seq === seq) findings.add('an entry comes twice', where);
    const isNext = before?.seq === seq - 1;
    if (isNext && before?.hash !== prevHash) findings.add('an entry does not follow the one before it', where);
    const head = Buffer.from(hash, 'hex');
    if (signed.contradicts(chain, seq, head)) findings.add('another entry was signed here', where);
    waiting = isNext ? waiting + 1 : 1;
    if (signed.holds(chain, seq, head)) {
      held += waiting;
      waiting = 0;
    }
    before = link;
  }
  return held;
}
