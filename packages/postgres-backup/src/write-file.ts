import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a file holds, to tell later whether it still does. */
export interface FileFacts {
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** Writes a new file for its owner alone, what came out of `through`; it is on the disk from the moment this returns. */
export async function writeFile(
  source: AsyncIterable<unknown>,
  file: string,
  through: Transform = new PassThrough(),
): Promise<FileFacts> {
  const counted = count();
  await pipeline(source, through, counted.pass, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  return counted.facts();
}

export async function readFacts(file: string): Promise<FileFacts> {
  const counted = count();
  await pipeline(createReadStream(file), counted.pass, async (chunks: AsyncIterable<unknown>) => {
    for await (const _ of chunks);
  });
  return counted.facts();
}

function count() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    facts: (): FileFacts => ({ bytes, sha256: hash.digest('hex') }),
  };
}
