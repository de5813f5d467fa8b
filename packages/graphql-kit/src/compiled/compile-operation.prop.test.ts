import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { type ExecutionResult, execute, type GraphQLResolveInfo, parse, responsePathAsArray, validate } from 'graphql';
import { expect, test } from 'vitest';
import { subgraphSchema } from '../subgraph-schema.ts';
import { compileOperation } from './compile-operation.ts';

const texts = ['text', 'mustText'];
const things = ['thing', 'mustThing', 'many', 'mustMany'];
const anys = ['any', 'mustAny'];
/** Without resolvers: properties of what is above. */
const plain = ['word', 'mustWord', 'count', 'flag'];
const fields = `text: String mustText: String! word: String mustWord: String! count: Int flag: Boolean
  thing: Thing mustThing: Thing! many: [Thing] mustMany: [Thing!]!
  any: Any mustAny: Any! named: Named`;

type Play = (place: string, field: string) => unknown;

const resolvers = Object.fromEntries(
  [...texts, ...things, ...anys, 'named'].map((field) => [
    field,
    (_source: unknown, _args: object, play: Play, { path }: GraphQLResolveInfo) =>
      play(responsePathAsArray(path).join('.'), field),
  ]),
);
const schema = subgraphSchema(
  `type Query { ${fields} }
   interface Named { text: String mustText: String! word: String mustWord: String! count: Int flag: Boolean }
   type Thing implements Named { ${fields} }
   type Other implements Named { ${fields} }
   union Any = Thing | Other`,
  { Query: resolvers, Thing: resolvers, Other: resolvers },
);

/** What each resolver does, by chance, but the same for the same seed and place. */
function player(seed: number): Play {
  return (place, field) => {
    const chance = (what: string, sides: number) => hash(`${seed} ${what} ${place}`) % sides;
    const value = () => (field.toLowerCase().endsWith('many') ? list(place) : one(place, field));
    return chance('time', 3) > 0 ? value() : later(value);

    function list(at: string): unknown {
      if (chance('list', 12) === 0) return 'no list';
      // All of them take time: graphql-js forgets those that do as soon as another item fails at once.
      return Array.from({ length: chance('length', 4) }, (_, index) => later(() => one(`${at}.${index}`, 'thing')));
    }
  };

  function one(place: string, field: string): unknown {
    const side = hash(`${seed} value ${place}`) % 24;
    if (side === 0) return null;
    if (side === 1) return undefined;
    if (side === 2) throw new Error(`thrown at ${place}`);
    if (side === 3) return new Error(`given at ${place}`);
    if (side === 4) return {};
    if (texts.includes(field)) return `text of ${place}`;
    const thing = { __typename: ['Thing', 'Other', 'Query', 'Unknown'][side < 22 ? side % 2 : side % 4] };
    for (const name of plain) Object.defineProperty(thing, name, property(`${place}.${name}`));
    return thing;
  }

  /** A property, or a method, with what fits or does not. */
  function property(place: string): PropertyDescriptor {
    const give = (): unknown => {
      const side = hash(`${seed} plain ${place}`) % 12;
      if (side === 0) throw new Error(`thrown at ${place}`);
      if (side === 1) return later(() => [`late at ${place}`, 7, null, undefined][hash(place) % 4]);
      const text = `text of ${place}`;
      return [new Error(`given at ${place}`), {}, null, undefined, 2.5, 7, true, text, text, text][side - 2];
    };
    return hash(`${seed} method ${place}`) % 4 === 0 ? { value: give } : { get: give };
  }
}

/** In the order in which it was asked for, however many promises are in between. */
async function later(value: () => unknown): Promise<unknown> {
  await setImmediate();
  return value();
}

function hash(text: string): number {
  let sum = 2_166_136_261;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return (sum ^ (sum >>> 15)) >>> 0;
}

const { set } = fc.letrec<Record<'set' | 'fragments' | 'named' | 'field', string>>((tie) => {
  const selections = (selection: fc.Arbitrary<string>) =>
    fc.array(selection, { minLength: 1, maxLength: 5 }).map((each) => `{ ${each.join(' ')} }`);
  const alias = fc.constantFrom('', 'a', 'b');
  const on = (...types: string[]) =>
    fc.tuple(fc.constantFrom(...types), tie('set')).map(([type, inside]) => `... on ${type} ${inside}`);
  const asked = (names: readonly string[], inside: fc.Arbitrary<string>) =>
    fc
      .tuple(alias, fc.constantFrom(...names), inside)
      .map(([as, name, below]) => `${as && `${as}_${name}: `}${name} ${below}`);
  const text = asked([...texts, ...plain, '__typename'], fc.constant(''));
  const fragments = selections(fc.oneof(asked(['__typename'], fc.constant('')), on('Thing', 'Other')));
  return {
    fragments,
    named: selections(fc.oneof({ depthSize: 'small' }, text, on('Thing', 'Other'))),
    field: fc.oneof(asked(things, tie('set')), asked(anys, tie('fragments')), asked(['named'], tie('named'))),
    set: selections(fc.oneof({ depthSize: 'small', maxDepth: 4 }, text, tie('field'))),
  };
});

const shown = ({ data, errors }: ExecutionResult) => JSON.stringify({ data, errors }, null, 1);

test('whatever is asked and whatever goes wrong, the answer is that of graphql-js', async () => {
  await fc.assert(
    fc.asyncProperty(set, fc.nat(), async (text, seed) => {
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      const run = compileOperation(schema, document);
      const expected = await execute({ schema, document, contextValue: player(seed) });
      const answer = await run?.({}, player(seed));
      const atOnce = answer && shown(answer);
      // What still runs by then changes nothing.
      for (let round = 0; round < 8; round += 1) await setImmediate();
      expect(atOnce).toBe(shown(expected));
      expect(answer && shown(answer)).toBe(atOnce);
    }),
    { numRuns: 500 },
  );
});
