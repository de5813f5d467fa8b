import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

test('what is published is JavaScript and types that need nothing else', { timeout: 120_000 }, async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'onceover-client-'));
  using _ = { [Symbol.dispose]: () => rmSync(place, { recursive: true }) };
  const target = path.join(place, 'package');
  execFileSync(process.execPath, [fileURLToPath(new URL('build.ts', import.meta.url)), target]);
  const about = JSON.parse(readFileSync(path.join(target, 'package.json'), 'utf8'));
  expect(about).toMatchObject({ name: '@onceover/client', exports: { '.': { default: './index.js' } } });
  expect(about).not.toHaveProperty('dependencies');
  const files = globSync('**/*.{js,d.ts}', { cwd: target });
  expect(files).toContain('index.d.ts');
  const taken = files.flatMap((file) =>
    [...readFileSync(path.join(target, file), 'utf8').matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(taken.length).toBeGreaterThan(10);
  expect(taken.filter((name) => !name.startsWith('./'))).toEqual([]);
  const published = await import(/* @vite-ignore */ pathToFileURL(path.join(target, 'index.js')).href);
  expect(published.parseLink('p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k').kind).toBe('key');
});
