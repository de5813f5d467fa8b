import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { beforeEach, expect, test } from 'vitest';
import { partsOf } from './parts.ts';
import { readPlace } from './place.ts';

let stateDir: string;
beforeEach(() => {
  stateDir = mkdtempSync(path.join(tmpdir(), 'parts-'));
  return () => rmSync(stateDir, { recursive: true });
});

function parts(...words: readonly string[]) {
  const place = readPlace(['--state-dir', stateDir, ...words], {});
  return place === 'help' ? expect.fail() : partsOf(place, () => undefined);
}

test('without services there is what they need, and the settings that commands take with --env', async () => {
  const needed = ['keys', 'key-store', 'postgres', 'kafka', 'redis'];
  expect(parts().map(({ name }) => name)).toEqual(expect.arrayContaining([...needed, ...serviceNames]));
  const found = parts('--without-services');
  expect(found.map(({ name }) => name)).toEqual([...needed, 'settings']);
  const { where } = (await found.at(-1)?.start()) ?? expect.fail();
  expect(readdirSync(where).sort()).toEqual(serviceNames.map((name) => `${name}.env`).sort());
});
