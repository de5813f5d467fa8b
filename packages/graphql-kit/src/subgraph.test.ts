import { DomainError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { ownOrigin } from '@onceover/service-kit/origin';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { refusable } from './refusable.ts';
import { inProcessSubgraph } from './subgraph.ts';

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

const subgraph = inProcessSubgraph({
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
});

const document = parse(
  'query ($how: String!) { open(how: $how) { __typename ... on Opened { by } ... on BoxFull { code message retryAfterSeconds } } }',
);
const open = (how: string) =>
  subgraph.execute({
    document,
    variables: { how },
    caller: { kind: 'anonymous', network: '192.0.2.0/24', requestId: 'r1', origin: ownOrigin('web') },
  });

test('a resolver knows who asks', async () => {
  expect((await open('well')).data).toEqual({ open: { __typename: 'Opened', by: '192.0.2.0/24' } });
});

test('a refusal is a member of the union, with its words and details', async () => {
  expect((await open('full')).data).toEqual({
    open: { __typename: 'BoxFull', code: 'box.full', message: 'The box is full.', retryAfterSeconds: 7 },
  });
});

test('an outage says when to come back', async () => {
  expect((await open('away')).errors?.[0]?.extensions).toEqual({
    code: 'UNAVAILABLE',
    retryAfterSeconds: 3,
    dependency: 'shelf',
  });
  expect((await open('unknown')).errors?.[0]?.extensions.code).toBe('OUTCOME_UNKNOWN');
});

test('a fault is masked and handed to the log', async () => {
  const result = await open('bug');
  expect(JSON.stringify(result)).not.toContain('a detail');
  expect(result.errors?.[0]?.extensions.code).toBe('INTERNAL');
  expect(faults.at(-1)).toBeInstanceOf(TypeError);
});
