import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layOut, type Secrets } from './pod-files.ts';
import { chart, runTool } from './tools.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'onceover-copy-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const secrets: Secrets = {
  entriesOf: () => [],
  contentOf: (_secret, key) => Buffer.from(key.repeat(2)),
};
const source = (name: string, items: Readonly<Record<string, string>>) => ({
  secret: { name, items: Object.entries(items).map(([key, place]) => ({ key, path: place })) },
});
const handed = {
  name: 'handed',
  projected: {
    defaultMode: 0o440,
    sources: [source('calls', { a: 'calls/a.key', b: 'calls/b.key' }), source('own', { id: 'keys/database.id' })],
  },
};
const mounts = [
  { name: 'handed', mountPath: '/in', readOnly: true },
  { name: 'own', mountPath: '/out' },
];

function copyTwice(): string {
  const files = layOut({ containers: [], volumes: [handed, { name: 'own', emptyDir: {} }] }, secrets, directory);
  const [from = '', to = ''] = ['/in', '/out'].map((place) => files.placeOf(mounts, place)?.place);
  const program = readFileSync(path.join(chart, 'files/copy-keys.mjs'), 'utf8');
  const copy = () => runTool(process.execPath, ['--input-type=module', '--eval', program, '--', from, to]);
  expect(copy()).toMatchObject({ code: 0, said: '' });
  // A pod whose containers are made anew keeps the volume.
  expect(copy()).toMatchObject({ code: 0, said: '' });
  return to;
}

test('keys that Kubernetes mounts for a group are copied for their owner alone, and nothing else is', () => {
  const to = copyTwice();
  const modeOf = (...names: string[]) => statSync(path.join(to, ...names)).mode & 0o777;
  expect(readdirSync(to).toSorted()).toEqual(['calls', 'keys']);
  expect(readdirSync(path.join(to, 'calls')).toSorted()).toEqual(['a.key', 'b.key']);
  expect(readFileSync(path.join(to, 'calls', 'b.key'), 'utf8')).toBe('bb');
  expect([modeOf('calls'), modeOf('calls', 'a.key'), modeOf('keys', 'database.id')]).toEqual([0o700, 0o400, 0o400]);
});

test('a key that is gone from the Secret is gone from the copies', () => {
  const to = copyTwice();
  rmSync(path.join(directory, 'handed'), { recursive: true });
  const fewer = { ...handed, projected: { ...handed.projected, sources: [source('calls', { a: 'calls/a.key' })] } };
  const files = layOut({ containers: [], volumes: [fewer] }, secrets, directory);
  const program = readFileSync(path.join(chart, 'files/copy-keys.mjs'), 'utf8');
  const from = files.placeOf(mounts, '/in')?.place ?? '';
  runTool(process.execPath, ['--input-type=module', '--eval', program, '--', from, to]);
  expect(readdirSync(path.join(to, 'calls'))).toEqual(['a.key']);
});
