import { DomainError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { type ExecutionResult, type GraphQLError, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusable } from '../refusable.ts';
import type { Subgraph, SubgraphParts } from '../subgraph.ts';

class Full extends DomainError {
  constructor() {
    super('box.full', { retryAfterSeconds: 7 });
  }
}

const refusals = { 'box.full': { type: 'BoxFull', message: 'The box is full.' } };
const sdl = `
  type Query { open(how: String!): Result!, shelf: Shelf }
  union Result = Opened | BoxFull
  type Opened { by: String! }
  type BoxFull { code: String! message: String! retryAfterSeconds: Int! }
  type Shelf { name: String, boxes: [String!] }
`;
const faults: unknown[] = [];

interface Caller {
  readonly network: string;
}

export type Box = SubgraphParts<object, Caller>;

const box: Box = {
  name: 'box',
  sdl,
  contextFor: (caller) => ({ caller }),
  onFault: (error) => faults.push(error),
  resolvers: {
    Query: {
      ...refusable(refusals, {
        async open(_parent: unknown, { how }: { how: string }, context: { caller: { network: string } }) {
          if (how === 'full') throw new Full();
          if (how === 'away') throw new OutageError('shelf', { retryAfterSeconds: 3 });
          if (how === 'unknown') throw new OutcomeUnknownError('shelf');
          if (how === 'bug') throw new TypeError('a detail nobody outside should see');
          return { __typename: 'Opened', by: context.caller.network };
        },
      }),
      shelf: () => ({ name: 'the upper one', boxes: () => Promise.reject(new OutageError('ladder')) }),
    },
  },
};

const open = parse(
  'query ($how: String!) { open(how: $how) { __typename ... on Opened { by } ... on BoxFull { code message retryAfterSeconds } } }',
);
const shelf = parse(`
  # a comment, which says nothing
  query Shelf {
    shelf {
      name
      inIt: boxes
    }
  }
`);
const caller: Caller = { network: '192.0.2.0/24' };

type Run = (subgraph: Subgraph<Caller>, how: unknown) => Promise<ExecutionResult>;
const executed: Run = (subgraph, how) => subgraph.execute({ document: open, variables: { how }, caller });
const prepared: Run = (subgraph, how) => subgraph.prepare(open)?.({ how }, caller) ?? expect.fail();

const where = ({ locations }: GraphQLError) => locations;

/** What a subgraph is, wherever it runs. The one that opens owns what it was made from. */
export function subgraphContract(
  place: string,
  start: (parts: Box) => Promise<AsyncDisposable & { readonly subgraph: Subgraph<Caller> }>,
): void {
  describe.each<[string, Run]>([
    ['executed', executed],
    ['prepared', prepared],
  ])(`a subgraph, ${place}, %s`, (_name, run) => {
    let started: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      started = await start(box);
    });
    afterAll(() => started[Symbol.asyncDispose]());

    test('it has a name and an SDL', () => {
      expect(started.subgraph).toMatchObject({ name: 'box', sdl });
    });

    test('a resolver knows who asks', async () => {
      const { data, errors } = await run(started.subgraph, 'well');
      expect({ data, errors }).toEqual({ data: { open: { __typename: 'Opened', by: '192.0.2.0/24' } } });
    });

    test('a refusal is a member of the union, with its words and details', async () => {
      expect((await run(started.subgraph, 'full')).data).toEqual({
        open: { __typename: 'BoxFull', code: 'box.full', message: 'The box is full.', retryAfterSeconds: 7 },
      });
    });

    test('an outage says when to come back', async () => {
      expect((await run(started.subgraph, 'away')).errors?.[0]?.extensions).toEqual({
        code: 'UNAVAILABLE',
        retryAfterSeconds: 3,
        dependency: 'shelf',
      });
      expect((await run(started.subgraph, 'unknown')).errors?.[0]?.extensions.code).toBe('OUTCOME_UNKNOWN');
    });

    test('a fault is masked and handed to the log', async () => {
      const result = await run(started.subgraph, 'bug');
      expect(JSON.stringify(result)).not.toContain('a detail');
      expect(result.errors?.[0]?.extensions.code).toBe('INTERNAL');
      expect(faults.at(-1)).toBeInstanceOf(TypeError);
    });

    test('an error says where it is in the answer, and in the document as it was written', async () => {
      const runs = [
        started.subgraph.execute({ document: shelf, caller }),
        started.subgraph.prepare(shelf)?.({}, caller) ?? expect.fail(),
      ];
      for (const { data, errors = [] } of await Promise.all(runs)) {
        expect(data).toEqual({ shelf: { name: 'the upper one', inIt: null } });
        expect(errors.map(({ path }) => path)).toEqual([['shelf', 'inIt']]);
        expect(errors.map(where)).toEqual([[{ line: 6, column: 7 }]]);
      }
    });

    test('variables that do not fit leave no data, and the error names them', async () => {
      const { data, errors = [] } = await run(started.subgraph, 7);
      expect(data).toBeUndefined();
      expect(errors.map(where)).toEqual([[{ line: 1, column: 8 }]]);
      expect(errors[0]?.nodes?.[0]?.kind).toBe('VariableDefinition');
    });

    test('a document that it cannot answer alone is not prepared', () => {
      for (const text of [
        '{ somethingElse }',
        '{ __schema { types { name } } }',
        '{ shelf @skip(if: true) { name } }',
      ]) {
        expect(started.subgraph.prepare(parse(text))).toBeUndefined();
      }
    });
  });
}
