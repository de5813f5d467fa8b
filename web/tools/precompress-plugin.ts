import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes a `.br` and a `.gz` beside every text asset, so that the gateway never compresses them again. */
export function precompressPlugin(root: string): Plugin {
  return {
    name: 'onceover-precompress',
    apply: 'build',
    async closeBundle() {
      const assets = join(root, 'dist', 'assets');
      const names = (await readdir(assets)).filter((name) => compressible.test(name));
      await Promise.all(names.map((name) => compress(join(assets, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await deflate(content, { level: 9 }));
}
