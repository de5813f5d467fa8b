import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@onceover/schema/internal/catalog';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCallKeys, readCallKeys } from './call-keys.ts';

let callKeysDir: string;
beforeEach(() => {
  callKeysDir = mkdtempSync(join(tmpdir(), 'onceover-call-keys-'));
});
afterEach(() => rmSync(callKeysDir, { recursive: true }));
const read = (name: (typeof serviceNames)[number], allowOpenKeys = false) =>
  readCallKeys(name, { callKeysDir, allowOpenKeys });

test('two services share a key that no third one has', async () => {
  await makeCallKeys(callKeysDir);
  const all = new Map(await Promise.all(serviceNames.map(async (name) => [name, await read(name)] as const)));
  const texts = new Set<string>();
  for (const one of serviceNames) {
    for (const [other, key] of all.get(one) ?? []) {
      expect(all.get(other as typeof one)?.get(one)).toEqual(key);
      texts.add(key.signing.toString('hex'));
    }
  }
  expect(texts.size).toBe(readdirSync(callKeysDir).length);
  expect([...(all.get('notifications') ?? new Map()).keys()].toSorted()).toEqual([
    'accounts',
    'audit',
    'gateway',
    'secrets',
  ]);
});

test('keys that are there are never replaced', async () => {
  await makeCallKeys(callKeysDir);
  const before = await read('gateway');
  await makeCallKeys(callKeysDir);
  expect(await read('gateway')).toEqual(before);
});

test('a key that is missing or damaged is named, with what to do', async () => {
  await makeCallKeys(callKeysDir);
  rmSync(join(callKeysDir, 'gateway-secrets.key'));
  chmodSync(join(callKeysDir, 'accounts-secrets.key'), 0o600);
  writeFileSync(join(callKeysDir, 'accounts-secrets.key'), 'short');
  await expect(read('secrets')).rejects.toMatchObject({
    name: 'ConfigError',
    problems: [
      expect.stringMatching(/that secrets and accounts share has 5 bytes instead of 32/),
      expect.stringMatching(
        /that secrets and gateway share is missing; make it for both: openssl rand -out \S+gateway-secrets.key 32/,
      ),
    ],
  });
  expect((await read('audit')).size).toBeGreaterThan(0);
});

test('keys that others can read are refused, unless somebody says so', async () => {
  await makeCallKeys(callKeysDir);
  chmodSync(join(callKeysDir, 'audit-gateway.key'), 0o444);
  await expect(read('audit')).rejects.toMatchObject({ name: 'UnsafeKeys' });
  expect((await read('audit', true)).size).toBeGreaterThan(0);
});

test('while a key is replaced, each accepts what the other signs with, whichever of them is ahead', async () => {
  await makeCallKeys(callKeysDir);
  const pairOf = async () => (await read('gateway')).get('secrets') ?? expect.fail();
  const at = (which: string) => join(callKeysDir, `gateway-secrets.${which}key`);
  const steps = [await pairOf()];
  writeFileSync(at('next.'), Buffer.alloc(32, 9), { mode: 0o400 });
  steps.push(await pairOf());
  renameSync(at(''), at('previous.'));
  renameSync(at('next.'), at(''));
  steps.push(await pairOf());
  rmSync(at('previous.'));
  steps.push(await pairOf());
  for (const [one, other] of steps.slice(1).map((step, index) => [steps[index] ?? step, step] as const)) {
    expect(one.accepted).toContainEqual(other.signing);
    expect(other.accepted).toContainEqual(one.signing);
  }
  expect(steps.map(({ accepted }) => accepted.length)).toEqual([1, 2, 2, 1]);
  expect(steps.at(-1)?.signing).toEqual(Buffer.alloc(32, 9));
});

test('a next key that is damaged is named as any other', async () => {
  await makeCallKeys(callKeysDir);
  writeFileSync(join(callKeysDir, 'gateway-secrets.next.key'), 'short', { mode: 0o400 });
  await expect(read('gateway')).rejects.toMatchObject({
    problems: [expect.stringMatching(/has 5 bytes instead of 32 \(\S+gateway-secrets\.next\.key\)/)],
  });
});
