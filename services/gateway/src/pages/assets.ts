import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** One public file, with its compressed versions. */
export interface Asset {
  readonly type: string;
  /** Its name carries a hash of its content, so it never changes. */
  readonly isHashed: boolean;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const HASHED = /-[\w-]{8}\.\w+$/;
/** Files for the gateway and for tools; they are not served. */
const INTERNAL = new Set(['shell.json', 'manifest.json', 'index.html']);

/**
 * Reads the public files of the web build into memory, by their path below `/dist/`. Anything else is 404: no path that a
 * client sends ever reaches the file system.
 */
export async function readAssets(webDist: string): Promise<ReadonlyMap<string, Asset>> {
  const files = await readdir(webDist, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(webDist.length).split(sep).filter(Boolean).join('/'));
  const known = new Set(paths);
  const read = async (path: string) => (known.has(path) ? await readFile(join(webDist, path)) : undefined);
  const assets = new Map<string, Asset>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    const plain = await read(path);
    if (type === undefined || plain === undefined || INTERNAL.has(path) || path.startsWith('.')) continue;
    const [br, gzip] = [await read(`${path}.br`), await read(`${path}.gz`)];
    assets.set(path, { type, isHashed: HASHED.test(path), plain, br, gzip });
  }
  return assets;
}

/** The smallest version of a file that the browser accepts. */
export function bestForm(
  asset: Pick<Asset, 'plain' | 'br' | 'gzip'>,
  acceptEncoding: string | undefined,
): { body: Buffer; encoding?: 'br' | 'gzip' } {
  if (acceptEncoding !== undefined) {
    if (asset.br !== undefined && takes(acceptEncoding, 'br')) return { body: asset.br, encoding: 'br' };
    if (asset.gzip !== undefined && takes(acceptEncoding, 'gzip')) return { body: asset.gzip, encoding: 'gzip' };
  }
  return { body: asset.plain };
}

function takes(header: string, encoding: string): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => part.replaceAll(' ', ''))
    .some((part) => part === encoding || (part.startsWith(`${encoding};q=`) && !/;q=0(?:\.0*)?$/.test(part)));
}
