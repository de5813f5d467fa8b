import { createReadStream } from 'node:fs';
import { join as joinPath } from 'node:path';
import { createInterface } from 'node:readline';
import {
  type AuditEntry,
  type AuditHead,
  auditEntry,
  auditFiles,
  auditFolderOf,
  hashOf,
  NO_ENTRY,
} from './audit-log.ts';

/** What a check of the audit found. */
export interface AuditCheck {
  readonly entries: number;
  readonly first: AuditEntry | null;
  readonly last: AuditHead;
  /** Where it is broken, by file and line, and how; empty where every entry follows from the one before it. */
  readonly problems: readonly string[];
}

/**
 * Reads every entry and checks that each follows from the one before it. Files of old months may have been moved away: the
 * first entry that is left is then believed.
 *
 * `kept`  a head that was noted elsewhere: the audit must still have it, or its end was cut off
 */
export async function verifyAudit(directory: string, kept: AuditHead | null): Promise<AuditCheck> {
  const folder = auditFolderOf(directory);
  const problems: string[] = [];
  let first: AuditEntry | null = null;
  let last = NO_ENTRY;
  let entries = 0;
  let isKept = kept === null;
  for await (const { place, entry } of linesOf(folder)) {
    if (entry === null) {
      problems.push(`${place}: not an entry`);
      continue;
    }
    const wrong = problemOf(entry, first === null ? null : last);
    if (wrong !== null) problems.push(`${place}: ${wrong}`);
    first ??= entry;
    last = entry;
    entries += 1;
    isKept ||= kept?.n === entry.n && kept.hash === entry.hash;
  }
  if (!isKept) problems.push(`entry ${kept?.n} is not there as it was noted: the audit was cut off, or is another one`);
  return { entries, first, last: { n: last.n, hash: last.hash }, problems };
}

function problemOf({ hash, ...entry }: AuditEntry, before: AuditHead | null): string | null {
  if (hashOf(entry) !== hash) return 'changed since it was written';
  if (before === null) return entry.n === 1 && entry.prev !== NO_ENTRY.hash ? 'not the first entry' : null;
  if (entry.n !== before.n + 1 || entry.prev !== before.hash) return `does not follow entry ${before.n}`;
  return null;
}

async function* linesOf(folder: string): AsyncGenerator<{ readonly place: string; readonly entry: AuditEntry | null }> {
  for (const name of await auditFiles(folder)) {
    let number = 0;
    for await (const line of createInterface({
      input: createReadStream(joinPath(folder, name)),
      crlfDelay: Infinity,
    })) {
      number += 1;
      yield { place: `${name}:${number}`, entry: entryIn(line) };
    }
  }
}

function entryIn(line: string): AuditEntry | null {
  try {
    return auditEntry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
