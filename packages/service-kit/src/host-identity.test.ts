import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostIdentity, isShared, madeAt } from './host-identity.ts';

test('a host has one identity, which tells neither its id nor its name', async () => {
  expect(await hostIdentity(undefined)).toBe(await hostIdentity(undefined));
  const named = await hostIdentity('cellar');
  expect(named).toMatch(/^[0-9a-f]{32}$/);
  expect(await hostIdentity('cellar')).toBe(named);
  expect(await hostIdentity('attic')).not.toBe(named);
});

test('a directory is told from a copy of it, and stays itself when it changes', async () => {
  const place = mkdtempSync(join(tmpdir(), 'onceover-host-'));
  try {
    const [original, copy] = [join(place, 'original'), join(place, 'copy')];
    cpSync(import.meta.filename, join(original, 'one'), { recursive: true });
    const made = await madeAt(original);
    cpSync(original, copy, { recursive: true });
    cpSync(import.meta.filename, join(original, 'two'));
    expect(await madeAt(original)).toBe(made);
    expect(await madeAt(copy)).not.toBe(made);
    expect(await isShared(place)).toBe(false);
  } finally {
    rmSync(place, { recursive: true });
  }
});
