import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { usage } from './failure.ts';

/** What `/api/v2` accepts as a body, less what JSON may add to it. */
const MOST_BYTES = 1_900_000;
const LONGEST_LINE = 4096;

/** Everything of a stream as text. `name` is what the person calls it. */
async function readText(stream: Readable, name: string, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > mostBytes) throw usage(`${name} is longer than ${mostBytes} bytes. Share a part of it.`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('E') === true ? usage(`${name} cannot be read (${code}).`) : error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw usage(`${name} is not text in UTF-8. Encode it first, for example with base64.`);
  }
}

/**
 * The secret on standard input. The line break that `echo` puts after a single line is not part of it; a text of several lines is
 * kept as it is.
 */
export async function readSecretFrom(stdin: Readable): Promise<string> {
  const text = await readText(stdin, 'Standard input', MOST_BYTES);
  const line = text.replace(/\r?\n$/, '');
  return line.includes('\n') ? text : line;
}

/** The secret in a file, byte for byte. `-` is standard input. */
export function readSecretFile(file: string, stdin: Readable): Promise<string> {
  return file === '-'
    ? readText(stdin, 'Standard input', MOST_BYTES)
    : readText(createReadStream(file), 'The file', MOST_BYTES);
}

/** The first line: a passphrase or a token. */
export async function readLineFrom(stream: Readable, name: string): Promise<string> {
  const [line = ''] = (await readText(stream, name, LONGEST_LINE)).split(/\r?\n/, 1);
  if (line === '') throw usage(`${name} is empty.`);
  return line;
}

export function readLineOfFile(file: string): Promise<string> {
  return readLineFrom(createReadStream(file), 'The file of the passphrase');
}

export function readLineOfDescriptor(descriptor: number): Promise<string> {
  return readLineFrom(createReadStream('', { fd: descriptor, autoClose: false }), `File descriptor ${descriptor}`);
}
