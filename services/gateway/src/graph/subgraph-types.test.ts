import { sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { Kind, parse, print, visit } from 'graphql';
import { expect, test } from 'vitest';

// A document that one service answers alone is run by that service, without the supergraph in between. That is the same as
// long as the services agree on what they share, and none declares what another one answers.

test('what several services know has one type in all of them', () => {
  const known = new Map<string, Set<string>>();
  const note = (where: string, what: string) => known.set(where, (known.get(where) ?? new Set()).add(what));
  for (const name of subgraphNames) {
    for (const node of parse(sdlOf(name)).definitions) {
      if (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) {
        for (const { name: field, type, arguments: given = [] } of node.fields ?? [])
          note(`${node.name.value}.${field.value}`, `(${given.map(print).join()}): ${print(type)}`);
      } else if ('name' in node && node.name !== undefined) note(node.name.value, print(node));
    }
  }
  const disagreed = [...known].filter(([, types]) => types.size > 1);
  expect(disagreed).toEqual([]);
  expect(known.get('Customer.id')).toEqual(new Set(['(): ID!']));
});

test.each(subgraphNames)('%s declares nothing that it does not answer itself', (name) => {
  const directives = new Set<string>();
  visit(parse(sdlOf(name)), {
    Directive: (node) => {
      directives.add(node.name.value);
    },
  });
  expect([...directives].filter((used) => !['link', 'key', 'inaccessible', 'shareable', 'tag'].includes(used))).toEqual(
    [],
  );
});
