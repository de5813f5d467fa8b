import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { RefusalDefinition } from './refusals/refusal-definition.ts';
import { refusals } from './refusals.ts';
import { sdlOf, subgraphNames } from './sdl.ts';

const definitions: [string, RefusalDefinition][] = Object.entries(refusals);

/** The graph's refusals and the fields of each. */
const inGraph = new Map(
  subgraphNames
    .flatMap((name) => parse(sdlOf(name)).definitions)
    .filter((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION)
    .filter(({ interfaces }) => interfaces?.some(({ name }) => name.value === 'Refusal'))
    .map((node) => [node.name.value, node.fields?.map(({ name }) => name.value) ?? []]),
);

test('every refusal of the graph is in the table, with the fields it carries', () => {
  const byType = new Map(definitions.map(([, definition]) => [definition.type, definition]));
  expect(inGraph.size).toBeGreaterThan(30);
  for (const [type, fields] of inGraph) {
    expect([type, fields]).toEqual([type, ['code', 'message', ...(byType.get(type)?.carries ?? [])]]);
  }
});

test('a refusal has a member of its own, and its words are not empty', () => {
  const types = definitions.map(([, { type }]) => type);
  expect(new Set(types).size).toBe(types.length);
  for (const [code, { message }] of definitions) expect([code, message.trim()]).toEqual([code, message]);
  for (const [, { message }] of definitions) expect(message).not.toBe('');
});
