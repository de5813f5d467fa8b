import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const namesIn = (file: string, key: 'exports' | 'scripts') => Object.keys(JSON.parse(read(file))[key]);
const packages = readdirSync(fileURLToPath(new URL('../../packages', import.meta.url)));

test.each(packages)("the README of packages/%s names the package's subpaths and no others", (name) => {
  const named = [...read(`packages/${name}/README.md`).matchAll(/`(\.\/[\w-]+)`/g)].map(([, subpath]) => subpath);
  const subpaths = namesIn(`packages/${name}/package.json`, 'exports').filter(
    // What only tests of other packages take stands in no README.
    (subpath) => subpath !== '.' && !subpath.endsWith('/*'),
  );
  expect([...new Set(named)].toSorted()).toEqual(subpaths.toSorted());
});

test('docs/DEVELOPMENT.md names every command of package.json, apart from the parts of checks', () => {
  const [, table = ''] = read('docs/DEVELOPMENT.md').split(/^## Commands$|^## Backend/m);
  const named = [...table.matchAll(/`(?:npm (?:run )?)?([\w:-]+)(?: -- …)?`/g)].map(([, script]) => script);
  const scripts = namesIn('package.json', 'scripts').filter((script) => !/check:|:check/.test(script));
  expect(scripts.filter((script) => !named.includes(script))).toEqual([]);
});
