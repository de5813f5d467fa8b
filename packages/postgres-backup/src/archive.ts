import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Pack } from 'tar-stream';
import { belongsToCluster } from './cluster-files.ts';

/** Read at once. */
const CHUNK = 1 << 20;

/** Adds a directory to an archive. */
export function addDirectory(pack: Pack, name: string): void {
  pack.entry({ name: `${name}/`, type: 'directory', mode: 0o700 });
}

/** Adds a file of which all is known. */
export function addBytes(pack: Pack, name: string, bytes: Buffer): number {
  pack.entry({ name, mode: 0o600, size: bytes.length }, bytes);
  return bytes.length;
}

/**
 * Adds a file as long as it is now. It may change meanwhile: what it grows by is left out, and what it loses is filled with
 * zeros. One that is gone is left out. Gives its bytes.
 */
export async function addFile(pack: Pack, name: string, file: string): Promise<number> {
  await using handle = await openIfThere(file);
  if (handle === undefined) return 0;
  const { size } = await handle.stat();
  await pipeline(bytesOf(handle, size), pack.entry({ name, mode: 0o600, size }));
  return size;
}

async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
    // All that it had is read: the rest of what was announced stays zeros.
    const length = bytesRead === 0 ? chunk.length : bytesRead;
    yield chunk.subarray(0, length);
    at += length;
  }
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An archive is not one that a backup has made. */
export class ForeignArchive extends Error {
  override readonly name = 'ForeignArchive';
}

/**
 * Unpacks the archive of a cluster into a directory.
 *
 * Units   `mostBytes`: what its files have together, as was noted when it was made
 * Throws  `ForeignArchive`: it has something that no cluster has, or more than was noted
 */
export async function unpack(archive: string, directory: string, mostBytes: number): Promise<void> {
  const entries = extract();
  const room = { bytes: mostBytes };
  const unpacking = (async () => {
    for await (const entry of entries) {
      const { type } = entry.header;
      const name = entry.header.name.replace(/\/$/, '');
      if (!belongsToCluster(name))
        throw new ForeignArchive(`its archive contains ${JSON.stringify(name)}, which is not part of a database`);
      const target = path.join(directory, name);
      if (type === 'directory') {
        await mkdir(target, { recursive: true, mode: 0o700 });
        entry.resume();
      } else if (type === 'file') await writeNew(target, entry as AsyncIterable<Buffer>, entry.header.size, room);
      else
        throw new ForeignArchive(
          `its archive contains ${JSON.stringify(name)}, which is neither a file nor a directory`,
        );
    }
  })();
  await Promise.all([pipeline(createReadStream(archive), createGunzip(), entries), unpacking]);
}

/** Nothing is begun that there is no room for. */
async function writeNew(
  target: string,
  content: AsyncIterable<Buffer>,
  size: number,
  room: { bytes: number },
): Promise<void> {
  room.bytes -= size;
  if (room.bytes < 0) throw new ForeignArchive('its archive contains more than its manifest says');
  await using file = await open(target, 'wx', 0o600);
  for await (const chunk of content) await file.writeFile(chunk);
}
