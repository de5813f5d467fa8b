import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(new URL(file, `file://${checkout}`), 'utf8');
const alerts = read('infra/observability/alerts.yml');

/** As every viewer of Markdown makes an address of a heading. */
const addressOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .trim()
    .replaceAll(' ', '-');

test('every alert leads to a section of the runbooks, and every link of theirs to one that is there', () => {
  const [runbooks, operations] = [read('docs/RUNBOOKS.md'), read('docs/OPERATIONS.md')];
  const sectionsOf = (text: string) =>
    new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => addressOf(heading)));
  const lost = (text: string, link: RegExp, sections: ReadonlySet<string>) =>
    [...text.matchAll(link)].map(([, address = '']) => address).filter((address) => !sections.has(address));
  expect(alerts.match(/alert:/g)?.length).toBe(alerts.match(/runbook_url:/g)?.length);
  expect(lost(alerts, /RUNBOOKS\.md#([\w-]+)/g, sectionsOf(runbooks))).toEqual([]);
  expect(lost(runbooks, /\(#([\w-]+)\)/g, sectionsOf(runbooks))).toEqual([]);
  expect(lost(runbooks, /OPERATIONS\.md#([\w-]+)/g, sectionsOf(operations))).toEqual([]);
});

test('alerts and dashboard ask for nothing but what some process shows', () => {
  const sources = globSync('{packages,services,infra}/*/src/**/*.ts', { cwd: checkout }).filter(
    (file) => !file.includes('.test.'),
  );
  const shown = new Set(
    sources.flatMap((file) => [...read(file).matchAll(/'(onceover_\w+)'/g)].map(([, name]) => name)),
  );
  const asked = [alerts, read('infra/observability/dashboard.json')].flatMap(
    (text) => text.match(/onceover_\w+/g) ?? [],
  );
  const names = new Set(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !shown.has(name))).toEqual([]);
});
