import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { verifierOf } from './adapters/keys/audit-key.ts';
import { type Checkpoint, noCheckpoint } from './use-cases/trail/checkpoint.ts';
import { type ExportVerdict, verifyExport } from './use-cases/trail/verify/verify-export.ts';

export const verifyExportUsage = `  verify-export --export FILE --against FILE --trust PUBLIC-KEY...
                          checks an exported file against checkpoints that were printed, without the database;
                          PUBLIC-KEY is in the first line that checkpoints prints: keep it apart from the file`;

class Misunderstood extends Error {}

/**
 * Checks an exported file without a database, so that whoever was given it can.
 *
 * Shape    0 nothing is wrong, 1 something is not as it was written, 2 not understood
 */
export async function verifyExportCommand(argv: readonly string[], write: (line: string) => void): Promise<number> {
  try {
    const { file, against, trust } = optionsOf(argv);
    const checkpoints = await readCheckpoints(against);
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
    return tell(await verifyExport(lines, checkpoints, trust.map(verifierFor)), write);
  } catch (error) {
    const { code } = error as { code?: string };
    const isMisuse = error instanceof Misunderstood || code === 'ENOENT' || code?.startsWith('ERR_PARSE_ARGS');
    if (!isMisuse) throw error;
    write(`${(error as Error).message}\nusage:\n${verifyExportUsage}`);
    return 2;
  }
}

function optionsOf(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: { export: { type: 'string' }, against: { type: 'string' }, trust: { type: 'string', multiple: true } },
  });
  const { export: file, against, trust = [] } = values;
  if (file === undefined || against === undefined || trust.length === 0) {
    throw new Misunderstood('--export, --against and --trust are all needed');
  }
  return { file, against, trust };
}

function verifierFor(text: string) {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new Misunderstood('--trust takes the publicKey that npm run audit -- checkpoints prints');
  return verifierOf(key);
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

/** All of them, from the first: each says the hash of the one before by following it. */
async function readCheckpoints(file: string): Promise<Checkpoint[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((text) => text.startsWith('{"number"'));
  if (lines.length === 0)
    throw new Misunderstood(`${file} has no checkpoints; npm run audit -- checkpoints prints them`);
  let prevHash = noCheckpoint.hash;
  return lines.map((text, index) => {
    const { success, data } = checkpointSchema.safeParse(JSON.parse(text));
    if (!success) throw new Misunderstood(`checkpoint ${index + 1} of ${file} cannot be read`);
    const checkpoint = { ...data, prevHash };
    prevHash = data.hash;
    return checkpoint;
  });
}

function tell({ findings, entries, held, withheld, unowned }: ExportVerdict, write: (line: string) => void): number {
  write(`${entries} entries of chains, ${unowned} events of nobody.`);
  write(`${held} of the entries are held by a signature; ${entries - held} came after the last one, or before a gap.`);
  if (withheld > 0) write(`The contents of ${withheld} entries cannot be checked: parts of them were withheld.`);
  if (unowned > 0) write('Events of nobody are held by the blocks of their log: npm run audit -- verify checks those.');
  for (const { what, where } of findings.list) write(`WRONG: ${what}: ${where}`);
  if (findings.count === 0) write('Nothing in this file is other than it was written.');
  else write(`This file is NOT as it was written: ${findings.count} findings, the first of them above.`);
  return findings.count === 0 ? 0 : 1;
}
