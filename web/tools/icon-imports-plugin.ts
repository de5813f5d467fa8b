import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const index = fileURLToPath(import.meta.resolve('lucide-react')).replace(
  /cjs\/lucide-react\.js$/,
  'esm/lucide-react.mjs',
);

/**
 * Imports every icon from its own file. Through the package's index, each icon would seem to be used by whoever uses
 * any of them, and every page would load it.
 */
export function iconImportsPlugin(): Plugin {
  const files = filesByName();
  return {
    name: 'onceover-icon-imports',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes('lucide-react')) return null;
      const direct = code.replace(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/g, (_all, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => importOf(name, files))
          .join('\n'),
      );
      return { code: direct, map: null };
    },
  };
}

function importOf(name: string, files: ReadonlyMap<string, string>): string {
  const [exported = '', local = exported] = name.split(/\s+as\s+/);
  const file = files.get(exported);
  if (file === undefined) throw new Error(`There is no icon ${exported}`);
  return `import ${local} from ${JSON.stringify(file)};`;
}

function filesByName(): Map<string, string> {
  const exports = readFileSync(index, 'utf8').matchAll(/export\s*\{([^}]*)\}\s*from\s*'(\.\/icons\/[^']+)'/g);
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of exports) {
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g))
      files.set(name, new URL(file, `file://${index}`).pathname);
  }
  return files;
}
