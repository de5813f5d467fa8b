import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Command, CommandRefused, Option, parsedBy, type WriteLine } from '@onceover/service-kit/command-line';
import { z } from 'zod';
import { readCheckpointFiles } from './adapters/checkpoint-files.ts';
import { verifierOf } from './adapters/keys/audit-key.ts';
import { type AuditVerifier, type Checkpoint, noCheckpoint } from './use-cases/trail/checkpoint.ts';
import type { Findings } from './use-cases/trail/verify/findings.ts';
import { verifyExport } from './use-cases/trail/verify/verify-export.ts';

interface VerifyExportOptions {
  readonly export: string;
  readonly against: string;
  readonly trust: readonly AuditVerifier[];
}

/** Adds the command that checks an exported file without a database, so that anyone who receives the file can run it. */
export function addVerifyExport(program: Command, write: WriteLine): void {
  program
    .command('verify-export')
    .description('checks an exported file against checkpoints that were printed, without the database')
    .requiredOption('--export <file>', 'the exported file')
    .requiredOption('--against <file>', 'what checkpoints printed')
    .addOption(
      trustOption(
        'publicKey of the first line that checkpoints prints: keep it apart from the file',
      ).makeOptionMandatory(),
    )
    .action((options: VerifyExportOptions) => verifyExported(options, write));
}

async function verifyExported({ export: file, against, trust }: VerifyExportOptions, write: WriteLine): Promise<void> {
  const checkpoints = chained(await readCheckpoints(against, checkpointSchema));
  if (!(await isFile(file))) throw unreadable(file);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const { findings, entries, held, withheld, unowned } = await verifyExport(lines, checkpoints, trust);
  write(`${entries} entries of chains, ${unowned} events of nobody.`);
  write(`${held} of the entries are held by a signature; ${entries - held} came after the last one, or before a gap.`);
  if (withheld > 0) write(`The contents of ${withheld} entries cannot be checked: parts of them were withheld.`);
  if (unowned > 0) write('Events of nobody are held by the blocks of their log: npm run audit -- verify checks those.');
  tellFindings(findings, write, {
    right: 'Nothing in this file is other than it was written.',
    wrong: 'This file is NOT as it was written',
  });
}

/**
 * The verdict of a check, after what it has found.
 *
 * Refuses  `CommandRefused`: something is wrong
 */
export function tellFindings(
  { list, count }: Findings,
  write: WriteLine,
  verdict: { readonly right: string; readonly wrong: string },
): void {
  for (const { what, where } of list) write(`WRONG: ${what}: ${where}`);
  if (count > 0) throw new CommandRefused(`${verdict.wrong}: ${count} findings, the first of them above.`);
  write(verdict.right);
}

const verifier = z
  .base64('Write the publicKey that npm run audit -- checkpoints prints.')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'Write the publicKey that npm run audit -- checkpoints prints.')
  .transform(verifierOf);

/** Public keys that may have signed, each with the option again. */
export function trustOption(description: string): Option {
  return new Option('--trust <public-key>', description).argParser((text, before: readonly AuditVerifier[] = []) => [
    ...before,
    parsedBy(verifier)(text),
  ]);
}

const hex = z
  .string()
  .regex(/^(?:[0-9a-f]{2})+$/)
  .transform((text) => Buffer.from(text, 'hex'));
const line = {
  number: z.int().positive(),
  seq: z.int(),
  head: hex,
  at: z.string(),
  keyId: z.string(),
  hash: hex,
  signature: hex,
};
const checkpointSchema = z.union([
  z.object({
    ...line,
    about: z.enum(['chain', 'closing']),
    tenantRef: z.uuid(),
    kind: z.enum(['activity', 'security', 'operator']),
    log: z.string(),
  }),
  z.object({ ...line, about: z.literal('blocks'), tenantRef: z.null(), kind: z.null(), log: z.string() }),
]);

/**
 * Checkpoints that were printed or kept: those of a file, or of the directory that has copies of them.
 *
 * Refuses  `CommandRefused` with exit code 2: there are none, or a line of them cannot be read
 */
export async function readCheckpoints<Schema extends z.ZodType>(
  place: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const checkpoints = (await filesAt(place)).flatMap(({ file, lines }) =>
    lines.flatMap((text, index) => {
      if (!isCheckpointLine(text)) return [];
      const { success, data } = schema.safeParse(jsonOf(text));
      if (success) return [data];
      throw notRead(`line ${index + 1} of ${file} is no whole checkpoint; ${PRINTED_BY}`);
    }),
  );
  if (checkpoints.length === 0) throw notRead(`${place} has no checkpoints; ${PRINTED_BY}`);
  return checkpoints;
}

const PRINTED_BY = 'npm run audit -- checkpoints prints them';

/** Whole or cut; the line of the public key says nothing about checkpoints, nor does what npm prints. */
function isCheckpointLine(text: string): boolean {
  return text.startsWith('{') && !text.startsWith('{"keyId"');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function filesAt(place: string) {
  if ((await stat(place).catch(() => undefined))?.isDirectory()) return await readCheckpointFiles(place);
  if (!(await isFile(place))) throw unreadable(place);
  return [{ file: place, lines: (await readFile(place, 'utf8')).split('\n') }];
}

async function isFile(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined))?.isFile() === true;
}

function unreadable(place: string): CommandRefused {
  return notRead(`${place} cannot be read`);
}

function notRead(message: string): CommandRefused {
  return new CommandRefused(message, { exitCode: 2 });
}

/** All of them, from the first: each says the hash of the one before by following it. */
function chained(printed: readonly z.output<typeof checkpointSchema>[]): Checkpoint[] {
  let prevHash = noCheckpoint.hash;
  return printed.map((each) => {
    const checkpoint = { ...each, prevHash };
    prevHash = each.hash;
    return checkpoint;
  });
}
