import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readCheckpoints } from './verify-export-command.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'onceover-checkpoints-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const schema = z.object({ number: z.int(), hash: z.string() });
const key = '{"keyId":"a","publicKey":"b"}';
const good = '{"number":1,"hash":"00"}';

test.each([
  ['was cut', '{"number":2,"ha'],
  ['was cut early', '{"num'],
  ['has no hash', '{"number":2}'],
])('a line of checkpoints that %s is refused, by its file and number', async (_name, line) => {
  const file = join(place, 'printed');
  writeFileSync(file, ['', '> onceover@0.1.0 audit', key, good, line].join('\n'));
  await expect(readCheckpoints(file, schema)).rejects.toMatchObject({
    message: `line 5 of ${file} is no whole checkpoint; npm run audit -- checkpoints prints them`,
    exitCode: 2,
  });
});

test('in a directory the refusal names the file of the line', async () => {
  const directory = join(place, 'kept');
  mkdirSync(directory);
  writeFileSync(join(directory, 'checkpoints-000000000001.ndjson'), `${good}\n`);
  const second = join(directory, 'checkpoints-000000000002.ndjson');
  writeFileSync(second, '{"number":2,"hash":"00"}\n{"number":3,"ha\n');
  await expect(readCheckpoints(directory, schema)).rejects.toMatchObject({
    message: expect.stringContaining(`line 2 of ${second} `),
    exitCode: 2,
  });
});

test('checkpoints are read in their order, without what else was printed', async () => {
  const file = join(place, 'printed');
  writeFileSync(file, `> audit\n${key}\n${good}\n{"number":2,"hash":"01"}\n`);
  expect((await readCheckpoints(file, schema)).map(({ number }) => number)).toEqual([1, 2]);
});
