import { type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { subgraphSchema } from '../subgraph-schema.ts';
import { UnixTime } from '../unix-time.ts';
import { compileOperation } from './compile-operation.ts';

const sdl = `
  scalar UnixTime
  enum Size { SMALL LARGE }
  type Query {
    tea(id: ID!): Tea
    teas(first: Int! = 2, sizes: [Size!]): [Tea!]!
    gaps: [Tea]
    drink(kind: String!): Drink
    labelled: Labelled
    needed(kind: String!): Drink!
    when(at: String!): UnixTime
    echo(text: String, order: Order, orders: [Order!], either: Either, note: Note): String
    late(text: String!): Int!
    method: Methods
    nothing: Methods
  }
  type Mutation { brew(order: Order!): Brewed! pour: String }
  type Subscription { steam: Int }
  input Order { id: ID! size: Size! = LARGE count: Int cups: [Cup!]! = [] }
  input Cup { isWarm: Boolean!, inner: Cup }
  input Note { text: String }
  input Either @oneOf { id: ID name: String }
  interface Labelled { label: String! }
  type Tea implements Labelled { id: ID! label: String! size: Size! leaf: Leaf! price: Float }
  type Leaf { name: String! from: [String!] water: Int! }
  type Coffee implements Labelled { label: String! shots: Int! }
  type Methods { of(size: Size!): String self: Methods label: String }
  union Drink = Tea | Coffee
  union Brewed = Tea | Refused
  type Refused { code: String! }
`;

const tea = { __typename: 'Tea', id: 7, label: 'Oolong', size: 'large', price: 1.5 };
const leaf = { name: 'Camellia', from: new Set(['Fujian', 'Taiwan']), water: Promise.resolve(80) };
const later = async (value: unknown) => value;
const fail = (what: string) => {
  throw new Error(what);
};

const drinks: Readonly<Record<string, () => unknown>> = {
  tea: () => tea,
  coffee: () => later({ __typename: 'Coffee', label: later('Lungo'), shots: () => 2 }),
  none: () => null,
  error: () => new Error('a value that is an error'),
  thrown: () => fail('the kettle is broken'),
  rejected: async () => fail('the kettle broke'),
  text: () => fail as unknown,
  nameless: () => ({}),
  unknown: () => ({ __typename: 'Cocoa' }),
  scalar: () => ({ __typename: 'ID' }),
  other: () => ({ __typename: 'Leaf' }),
  incomplete: () => ({ __typename: 'Coffee', label: null, shots: 'many' }),
  own: () => {
    throw new GraphQLError('in its own words', { extensions: { code: 'OWN' } });
  },
};

/** Everything resolvers were told, in the order they were asked. */
let told: unknown[] = [];
const noting =
  (resolve: (args: never, source: never) => unknown) =>
  (source: never, args: never, context: unknown, info: object) => {
    told.push([args, context, Object.entries(info).filter(([key]) => key !== 'schema' && key !== 'fragments')]);
    return resolve(args, source);
  };

const schema = subgraphSchema(sdl, {
  UnixTime,
  Size: { SMALL: 'small', LARGE: 'large' },
  Query: {
    tea: noting(({ id }: { id: string }) => (id === 'none' ? undefined : tea)),
    teas: noting(({ first }: { first: number }) => later(Array.from({ length: first }, () => later(tea)))),
    gaps: noting(() => [
      tea,
      null,
      fail.bind(null),
      later(null),
      Promise.reject(new Error('a gap')),
      new Error('a hole'),
    ]),
    drink: noting(({ kind }: { kind: string }) => drinks[kind]?.()),
    needed: noting(({ kind }: { kind: string }) => drinks[kind]?.()),
    labelled: noting(() => tea),
    when: noting(({ at }: { at: string }) => (at === 'now' ? new Date(1_900_000_000_999) : at)),
    echo: noting((args: object) => JSON.stringify(args)),
    late: noting(({ text }: { text: string }) => later(Number(text))),
    method: noting(() => ({
      label: 'of its own',
      of(this: { label: string }, { size }: { size: string }) {
        return `${this.label} ${size}`;
      },
      self: () =>
        later({
          get label() {
            return fail('a getter fails');
          },
        }),
    })),
    nothing: noting(() => 'a text has no fields'),
  },
  Mutation: {
    brew: noting(({ order }: { order: { id: string } }) =>
      order.id === 'no' ? { __typename: 'Refused', code: 'cold' } : later(tea),
    ),
  },
  Tea: { leaf: noting((_args, { id }: { id: number }) => (id === 7 ? later(leaf) : null)) },
});

type Case = readonly [what: string, document: string, variables?: Record<string, unknown>];

const cases: readonly Case[] = [
  ['scalars, enums, lists and nested objects', '{ tea(id: 1) { id label size price leaf { name from water } } }'],
  [
    'aliases, and one field asked twice',
    '{ a: tea(id: 1) { id label } b: tea(id: 2) { size } a: tea(id: 1) { price id } }',
  ],
  [
    'fragments of fragments',
    'query { ...All } fragment All on Query { tea(id: 1) { ...Two ...One id } } fragment One on Tea { ...Two label } fragment Two on Tea { size leaf { name } }',
  ],
  ['a list of promises', 'query ($n: Int!) { teas(first: $n) { id leaf { water } } }', { n: 3 }],
  ['a default of an argument', '{ teas { id } }'],
  ['a variable that is not given leaves the default', 'query ($n: Int) { teas(first: $n) { id } }'],
  ['a variable that is null where it may not be', 'query ($n: Int) { teas(first: $n) { id } }', { n: null }],
  ['gaps in a list', '{ gaps { id } }'],
  [
    'an interface',
    '{ labelled { __typename label ... on Tea { id } ... on Labelled { name: label } ... on Coffee { shots } } }',
  ],
  ['type names', '{ __typename tea(id: 1) { __typename kind: __typename leaf { __typename } } }'],
  ['null', '{ tea(id: "none") { id } }'],
  ['a custom scalar', '{ when(at: "now") }'],
  ['a custom scalar that fails', '{ when(at: "never") teas { id } }'],
  ['a field of a promise that may not be null and is no number', '{ late(text: "1.5") }'],
  [
    'a field that may not be null, beside one that takes time',
    '{ teas { id leaf { water } } late(text: "x") needed(kind: "thrown") { __typename } }',
  ],
  ['methods and getters of values', '{ method { of(size: SMALL) label self { label } } }'],
  ['a value without properties', '{ nothing { label } }'],
  [
    'a mutation',
    'mutation ($order: Order!) { brew(order: $order) { __typename ... on Tea { id } ... on Refused { code } } }',
    { order: { id: 1 } },
  ],
  [
    'a refusal',
    'mutation ($order: Order!) { brew(order: $order) { ... on Refused { code } __typename } }',
    { order: { id: 'no' } },
  ],
  ...Object.keys(drinks).flatMap((kind): Case[] => {
    const selection = '{ ... on Tea { id leaf { name } } ... on Coffee { label shots } }';
    return [
      [`a union: ${kind}`, `query ($kind: String!) { drink(kind: $kind) ${selection} gaps { label } }`, { kind }],
      [
        `a union that may not be null: ${kind}`,
        `query ($kind: String!) { gaps { label } needed(kind: $kind) ${selection} }`,
        { kind },
      ],
    ];
  }),
  ...[
    {},
    { id: 'a' },
    { id: 3, size: 'SMALL' },
    { id: 3.5 },
    { id: 1, size: 'HUGE' },
    { id: 1, size: null },
    { id: 1, size: 'small' },
    { id: 1, count: null },
    { id: 1, count: undefined },
    { id: 1, count: '2' },
    { id: 1, cups: { isWarm: true } },
    { id: 1, cups: [{ isWarm: true, inner: { isWarm: false, inner: null } }, {}] },
    { id: 1, cups: [null] },
    { id: 1, cups: 'none' },
    { id: 1, sugar: true, __proto__: { id: 2 } },
    null,
    undefined,
    'an order',
    [],
    [{ id: 1 }],
    4,
    Object.create({ id: 1 }),
  ].map(
    (order): Case => [
      `the variable ${JSON.stringify(order)}`,
      'query ($order: Order) { echo(order: $order) }',
      { order },
    ],
  ),
  [
    'defaults of variables',
    'query ($order: Order, $orders: [Order!] = [{ id: 9 }], $text: String = "t") { echo(order: $order, orders: $orders, text: $text) }',
    { order: { id: 1 } },
  ],
  ['variables that are not given', 'query ($order: Order!, $text: String!) { echo(order: $order, text: $text) }'],
  ['a list where an object belongs', 'query ($note: Note) { echo(note: $note) }', { note: [] }],
  ['one of several', 'query ($either: Either) { echo(either: $either) }', { either: { id: 'a' } }],
  ['both of several', 'query ($either: Either) { echo(either: $either) }', { either: { id: 'a', name: 'b' } }],
  ['a list of one', 'query ($orders: [Order!]) { echo(orders: $orders) }', { orders: { id: 1 } }],
  ['a variable named like a property of every object', 'query ($toString: String) { echo(text: $toString) }'],
  [
    'variables inside a literal',
    'query ($id: ID!, $warm: Boolean!) { echo(order: { id: $id, cups: [{ isWarm: $warm }] }) }',
    { id: 1, warm: true },
  ],
  ['literals', '{ echo(text: "a", order: { id: 1, size: SMALL }, orders: []) }'],
  [
    'more mistakes than are told',
    `query (${Array.from({ length: 60 }, (_, at) => `$v${at}: Int`).join(' ')}) { teas { id } echo(text: "") ${Array.from({ length: 60 }, (_, at) => `a${at}: teas(first: $v${at}) { id }`).join(' ')} }`,
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`v${at}`, 'x'])),
  ],
];

const shown = ({ data, errors }: ExecutionResult) =>
  JSON.stringify({
    data,
    errors: errors?.map((error) => [error, error.extensions, error.originalError?.message, error.originalError?.name]),
  });

const named = cases.map(([what, text, variables = {}]) => ({ what, text, variables }));

test.each(named)('$what: compiled, it is answered as graphql-js answers it', async ({ text, variables }) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  told = [];
  const expected = await execute({ schema, document, variableValues: variables, contextValue: 'who asks' });
  const expectedTold = told;
  told = [];
  const run = compileOperation(schema, document);
  const answer = await run?.(variables, 'who asks');
  expect(answer && shown(answer)).toBe(shown(expected));
  expect(answer?.data).toEqual(expected.data);
  expect(Object.keys(answer ?? {})).toEqual(Object.keys(expected));
  expect(told).toEqual(expectedTold);
});

test('a document is compiled once and runs for everybody', async () => {
  const run = compileOperation(schema, parse('query ($text: String) { echo(text: $text) }'));
  const answers = await Promise.all(['a', 'b', undefined].map(async (text) => await run?.({ text }, null)));
  expect(answers.map((answer) => answer?.data?.echo)).toEqual(['{"text":"a"}', '{"text":"b"}', '{"text":null}']);
});

test.each([
  ['a directive on a field', 'query ($is: Boolean!) { tea(id: 1) { id @include(if: $is) } }'],
  ['a directive on a fragment', 'query ($is: Boolean!) { tea(id: 1) { ... @skip(if: $is) { id } } }'],
  [
    'a directive on a fragment that is spread',
    'query ($is: Boolean!) { tea(id: 1) { ...F @skip(if: $is) } } fragment F on Tea { id }',
  ],
  ['introspection', '{ __schema { queryType { name } } tea(id: 1) { id } }'],
  ['introspection of one type', '{ __type(name: "Tea") { name } }'],
  ['several operations', 'query A { tea(id: 1) { id } } query B { tea(id: 2) { id } }'],
  ['no operation', 'fragment F on Tea { id }'],
  ['a subscription', 'subscription { steam }'],
  ['mutations that wait for each other', 'mutation { pour brew(order: { id: 1 }) { __typename } }'],
  ['an answer that would be a prototype', '{ __proto__: tea(id: 1) { id } }'],
  ['a variable that would be a prototype', 'query ($__proto__: Order) { echo(order: $__proto__) }'],
  ['a field the schema does not have', '{ sugar }'],
  ['an argument the schema does not have', '{ tea(id: 1, sugar: 2) { id } }'],
  ['an argument of a field that has none', '{ gaps(first: 2) { id } }'],
  ['a type the schema does not have', '{ labelled { ... on Cocoa { id } } }'],
  ['a type of a variable that the schema does not have', 'query ($cocoa: Cocoa) { __typename }'],
  ['a fragment that is not there', '{ tea(id: 1) { ...Missing } }'],
])('%s is not compiled', (_what, text) => {
  expect(compileOperation(schema, parse(text))).toBeUndefined();
});

test('types that tell themselves apart by code are not compiled', () => {
  const byCode = (resolvers: object) => subgraphSchema(sdl, resolvers);
  const document = parse('{ drink(kind: "tea") { ... on Tea { id } } }');
  expect(compileOperation(byCode({ Drink: { __resolveType: () => 'Tea' } }), document)).toBeUndefined();
  expect(compileOperation(byCode({ Tea: { __isTypeOf: () => true } }), document)).toBeUndefined();
  expect(compileOperation(byCode({}), document)).toBeDefined();
});

test('an item that fails at once leaves no failure of those before it unheard', async () => {
  const late = subgraphSchema('type Query { all: [Int!] }', {
    Query: { all: () => [Promise.reject(new Error('before')), 'no number'] },
  });
  const answer = await compileOperation(late, parse('{ all }'))?.({}, null);
  expect(answer?.errors?.map(({ message, path }) => [message, path])).toEqual([
    ['Int cannot represent non-integer value: "no number"', ['all', 1]],
  ]);
});

test('what a federation asks of a subgraph itself is not compiled', () => {
  const entities = subgraphSchema(
    `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"]) type Query { cup: Cup } type Cup @key(fields: "id") { id: ID! }`,
    {},
  );
  const document = parse('query ($known: [_Any!]!) { _entities(representations: $known) { ... on Cup { id } } }');
  expect(compileOperation(entities, document)).toBeUndefined();
});

test('a document that would make a plan of thousands of fields is not compiled', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}: label`).join(' ');
  const labelled = (count: number) => compileOperation(schema, parse(`{ labelled { ${fields(count)} } }`));
  expect(labelled(900)).toBeDefined();
  // Once for a tea, once for a coffee.
  expect(labelled(1100)).toBeUndefined();
});
