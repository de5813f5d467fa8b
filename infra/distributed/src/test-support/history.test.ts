import { catalog } from '@onceover/schema/events/catalog';
import { newId } from '@onceover/service-kit/ids';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories } from './history.ts';

test('a history has nothing but events that are written: each in its newest version', () => {
  const written = new Set(catalog.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`));
  fc.assert(
    fc.property(histories([newId(), newId()], 2), (stories) => {
      const told = stories.flatMap((story) => story.told.flatMap(({ events }) => events));
      expect(
        told.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`).filter((name) => !written.has(name)),
      ).toEqual([]);
    }),
  );
});
