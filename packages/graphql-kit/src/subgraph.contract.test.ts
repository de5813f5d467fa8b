import { DomainError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { type ExecutionResult, GraphQLError, parse, print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { refusable } from './refusable.ts';
import { inProcessSubgraph, type PreparedOperation, type Subgraph, type SubgraphParts } from './subgraph.ts';

class Full extends DomainError {
  constructor() {
    super('box.full', { retryAfterSeconds: 7 });
  }
}

const refusals = { 'box.full': { type: 'BoxFull', message: 'The box is full.' } };
const sdl = `
  type Query { open(how: String!): Result! }
  union Result = Opened | BoxFull
  type Opened { by: String! }
  type BoxFull { code: String! message: String! retryAfterSeconds: Int! }
`;
const faults: unknown[] = [];

interface Caller {
  readonly network: string;
}

const box: SubgraphParts<object, Caller> = {
  name: 'box',
  sdl,
  contextFor: (caller) => ({ caller }),
  onFault: (error) => faults.push(error),
  resolvers: {
    Query: refusable(refusals, {
      async open(_parent: unknown, { how }: { how: string }, context: { caller: { network: string } }) {
        if (how === 'full') throw new Full();
        if (how === 'away') throw new OutageError('shelf', { retryAfterSeconds: 3 });
        if (how === 'unknown') throw new OutcomeUnknownError('shelf');
        if (how === 'bug') throw new TypeError('a detail nobody outside should see');
        return { __typename: 'Opened', by: context.caller.network };
      },
    }),
  },
};

type Open = (parts: typeof box) => Subgraph<Caller>;

/** As between two processes: what travels is JSON and the text of the document. */
const farSubgraph: Open = (parts) => {
  const { name, sdl: text, execute, prepare } = inProcessSubgraph(parts);
  const travelled = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
  const read = ({ data, errors }: ExecutionResult): ExecutionResult => ({
    ...(data !== undefined && { data }),
    ...(errors && {
      errors: errors.map(
        ({ message, path, extensions }) => new GraphQLError(message, { path: path ?? null, extensions }),
      ),
    }),
  });
  return {
    name,
    sdl: text,
    execute: async ({ document: asked, ...request }) =>
      read(travelled(await execute({ document: parse(print(asked)), ...travelled(request) }))),
    prepare(asked) {
      const run: PreparedOperation<Caller> | undefined = prepare(parse(print(asked)));
      return run && (async (variables, caller) => read(travelled(await run(travelled(variables), travelled(caller)))));
    },
  };
};

const document = parse(
  'query ($how: String!) { open(how: $how) { __typename ... on Opened { by } ... on BoxFull { code message retryAfterSeconds } } }',
);
const caller: Caller = { network: '192.0.2.0/24' };

type Run = (subgraph: Subgraph<Caller>, how: string) => Promise<ExecutionResult>;
const executed: Run = (subgraph, how) => subgraph.execute({ document, variables: { how }, caller });
const prepared: Run = (subgraph, how) => subgraph.prepare(document)?.({ how }, caller) ?? expect.fail();

describe.each<[string, Open, Run]>([
  ['in one process, executed', inProcessSubgraph, executed],
  ['in one process, prepared', inProcessSubgraph, prepared],
  ['as between two processes, executed', farSubgraph, executed],
  ['as between two processes, prepared', farSubgraph, prepared],
])('a subgraph, %s', (_name, open, run) => {
  const subgraph = open(box);

  test('a resolver knows who asks', async () => {
    expect((await run(subgraph, 'well')).data).toEqual({ open: { __typename: 'Opened', by: '192.0.2.0/24' } });
  });

  test('a refusal is a member of the union, with its words and details', async () => {
    expect((await run(subgraph, 'full')).data).toEqual({
      open: { __typename: 'BoxFull', code: 'box.full', message: 'The box is full.', retryAfterSeconds: 7 },
    });
  });

  test('an outage says when to come back', async () => {
    expect((await run(subgraph, 'away')).errors?.[0]?.extensions).toEqual({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 3,
      dependency: 'shelf',
    });
    expect((await run(subgraph, 'unknown')).errors?.[0]?.extensions.code).toBe('OUTCOME_UNKNOWN');
  });

  test('a fault is masked and handed to the log', async () => {
    const result = await run(subgraph, 'bug');
    expect(JSON.stringify(result)).not.toContain('a detail');
    expect(result.errors?.[0]?.extensions.code).toBe('INTERNAL');
    expect(faults.at(-1)).toBeInstanceOf(TypeError);
  });

  test('a document that it cannot answer alone is not prepared', () => {
    expect(subgraph.prepare(parse('{ somethingElse }'))).toBeUndefined();
  });
});
