import { isOlder } from '@onceover/postgres-kit/schema-release';
import { everyVersion } from '@onceover/schema/events/catalog';
import { release } from '@onceover/schema/release';
import { type SubgraphName, sdlOf } from '@onceover/schema/sdl';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { brokenSince, callSchemas, differencesFrom, exampleHashes } from './contract.ts';
import { contractOfReleased, releasedVersions } from './load-released.ts';

/* What released versions wrote stays readable, and what they ask and answer stays as it was while they may run beside this one. */

test('the oldest version that may run beside this one is one that was released, or this one', () => {
  expect([...releasedVersions, release.version]).toContain(release.oldestBeside);
  expect(isOlder(release.version, release.oldestBeside)).toBe(false);
});

describe.each(releasedVersions)('version %s', (version) => {
  const released = contractOfReleased(version);

  test('wrote no event that is not read today, as its example shows, which has not been changed', () => {
    const known = new Set(everyVersion.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`));
    const written = Object.entries(released.events).map(([type, schemaVersion]) => `${type} ${schemaVersion}`);
    expect(written.filter((name) => !known.has(name))).toEqual([]);
    expect(exampleHashes()).toMatchObject(released.examples);
  });

  describe.skipIf(isOlder(version, release.oldestBeside))('may run beside this one', () => {
    test('services of both ask each other: what calls take and answer has only got fields that may be absent', () => {
      const now = callSchemas();
      const differing = Object.entries(released.calls).flatMap(([name, schemas]) =>
        differencesFrom(schemas, now[name], name),
      );
      expect(differing).toEqual([]);
    });

    test('its gateways ask services of this one: nothing of the graph is gone', () => {
      const broken = Object.entries(released.graph).flatMap(([name, sdl]) =>
        brokenSince(sdl, sdlOf(name as SubgraphName)),
      );
      expect(broken).toEqual([]);
    });
  });
});

const call = (shape: z.ZodRawShape) => ({ input: z.toJSONSchema(z.object(shape)) });
const box = { size: z.int(), label: z.string().optional() };

test.each([
  ['a field that may be absent', { ...box, colour: z.string().optional() }, []],
  ['a field that must be there', { ...box, colour: z.string() }, ['call input required']],
  [
    'another type',
    { ...box, size: z.string() },
    ['call input.size maximum', 'call input.size minimum', 'call input.size type'],
  ],
  ['one field less', { size: z.int() }, ['call input.label']],
  ['a field that may now be absent', { ...box, size: z.int().optional() }, ['call input required']],
  ['a field that must now be there', { ...box, label: z.string() }, ['call input required']],
])('what a call takes has got %s: this is seen', (_what, shape, seen) => {
  expect([...differencesFrom(call(box), call(shape), 'call')].sort()).toEqual(seen);
});

test('what is gone from the graph is seen, and what is new is not', () => {
  const before = 'extend type Query { box(id: ID!): Box } type Box @key(fields: "id") { id: ID! size: Int! }';
  expect(brokenSince(before, `${before} type Lid { id: ID! }`)).toEqual([]);
  expect(brokenSince(before, before.replace('size: Int!', ''))).toContain('Box.size was removed.');
});
