import { open, readdir, readFile, truncate } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { join, sha256 } from '@onceover/service-kit/crypto';
import { makePrivateDirectory } from '@onceover/service-kit/durable-file';
import { codeOf, NamedError } from '@onceover/service-kit/errors';
import { z } from 'zod';

/** One use of the store: who asked for what, by numbers and names; never a key. */
export interface KeyUse {
  /** The name in the client's certificate; `key-store` for what it does by itself. */
  readonly who: string;
  readonly what: string;
  readonly epoch?: number;
  readonly keyId?: string;
  readonly version?: number;
  readonly file?: string;
  /** How it ended, where not as it was asked. */
  readonly outcome?: 'none' | 'refused' | 'failed';
}

/** A line of the audit. `hash` covers the whole line before it, `prev` included: none can be changed or taken out unseen. */
export const auditEntry = z.object({
  n: z.int().min(1),
  at: z.iso.datetime(),
  who: z.string(),
  what: z.string(),
  epoch: z.int().optional(),
  keyId: z.string().optional(),
  version: z.int().optional(),
  file: z.string().optional(),
  outcome: z.enum(['none', 'refused', 'failed']).optional(),
  prev: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The last entry, by which a later audit can be checked. */
export type AuditHead = Pick<AuditEntry, 'n' | 'hash'>;

/** Before the first entry. */
export const NO_ENTRY: AuditHead = { n: 0, hash: '0'.repeat(64) };

/** The audit cannot be written or was touched: nothing may be done that it would not tell. */
export class AuditBroken extends NamedError {}

export interface AuditLog {
  /** Durable when this returns. Refuses  AuditBroken */
  record(use: KeyUse): Promise<void>;
  head(): AuditHead;
  /** Whether the last use could not be recorded. */
  isBroken(): boolean;
}

/**
 * Appends to a file a month in `<directory>/audit`. A line that was cut off by a crash was never acknowledged, and goes.
 *
 * Refuses  AuditBroken: the last line is not one
 */
export async function openAuditLog(directory: string, now: () => Date): Promise<AuditLog> {
  const folder = auditFolderOf(directory);
  await makePrivateDirectory(folder);
  let { head, file, size } = await readEnd(folder);
  let last: Promise<void> = Promise.resolve();
  let isBroken = false;

  async function append(use: KeyUse): Promise<void> {
    const at = now().toISOString();
    const month = `${at.slice(0, 7)}.jsonl`;
    const isNew = file === null || month > file;
    const into = isNew ? month : (file ?? month);
    const line = lineOf({ n: head.n + 1, at, ...use, prev: head.hash });
    const text = Buffer.from(`${line.text}\n`);
    await appendDurably(joinPath(folder, into), text, isNew ? null : size);
    if (isNew) await syncFolder(folder);
    [head, file, size] = [line.entry, into, (isNew ? 0 : size) + text.length];
  }

  return {
    record(use) {
      const done = last.then(() => append(use));
      last = done.then(
        () => {
          isBroken = false;
        },
        () => {
          isBroken = true;
        },
      );
      return done.catch((error: unknown) => {
        throw error instanceof AuditBroken ? error : new AuditBroken('the audit cannot be written', { cause: error });
      });
    },
    head: () => ({ n: head.n, hash: head.hash }),
    isBroken: () => isBroken,
  };
}

export const auditFolderOf = (directory: string): string => joinPath(directory, 'audit');

/** The files of an audit, the oldest first. */
export async function auditFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort();
}

/** What a line's hash is made of is the line without it. */
export function hashOf(entry: Omit<AuditEntry, 'hash'>): string {
  return sha256(join('onceover/v1/key-audit', JSON.stringify(entry))).toString('hex');
}

function lineOf(entry: Omit<AuditEntry, 'hash'>): { readonly entry: AuditEntry; readonly text: string } {
  const whole = { ...entry, hash: hashOf(entry) };
  return { entry: whole, text: JSON.stringify(whole) };
}

/** `size` is what the file has to have, or null where there must be none: else somebody else writes it too. */
async function appendDurably(path: string, text: Buffer, size: number | null): Promise<void> {
  await using file = await open(path, size === null ? 'ax' : 'a', 0o600).catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? new AuditBroken('another process writes this audit') : error;
  });
  if (size !== null && (await file.stat()).size !== size) {
    throw new AuditBroken('another process writes this audit, or it was changed');
  }
  await file.appendFile(text);
  await file.datasync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function readEnd(folder: string): Promise<{ head: AuditHead; file: string | null; size: number }> {
  const files = await auditFiles(folder);
  for (const file of files.toReversed()) {
    const path = joinPath(folder, file);
    const content = await readFile(path);
    const size = content.lastIndexOf('\n') + 1;
    if (size < content.length) await truncate(path, size);
    if (size === 0) continue;
    const text = content.subarray(0, size - 1).toString('utf8');
    const line = text.slice(text.lastIndexOf('\n') + 1);
    return { head: endOf(line, path), file: files.at(-1) ?? file, size: file === files.at(-1) ? size : 0 };
  }
  return { head: NO_ENTRY, file: files.at(-1) ?? null, size: 0 };
}

function endOf(line: string, path: string): AuditHead {
  try {
    return auditEntry.parse(JSON.parse(line));
  } catch {
    throw new AuditBroken(
      `The last line of ${path} is no entry of the audit. Move the folder away to keep it; a new audit begins.`,
    );
  }
}
