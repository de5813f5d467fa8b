import { webOperations } from '@onceover/schema/operations';
import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { GraphQLError, parse } from 'graphql';
import { expect, test } from 'vitest';
import { storedOperations } from '../operations/operations.generated.ts';
import { answeringAnything, type Mood, schemaOf, variablesFor } from '../test-support/answering-anything.ts';

const caller = { kind: 'anonymous', network: '127.0.0.0/24', requestId: 'r1' } as const;

const failures: readonly Error[] = [
  new OutageError('keys', { retryAfterSeconds: 7 }),
  new OutcomeUnknownError('postgres'),
  new NotAuthorizedError(),
  new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } }),
  new TypeError('nobody outside should see this'),
];
/** Of the fields that are asked, each in turn fails; those at the top come first. */
const failing = Array.from({ length: 24 }, (_, at) => at);

let mood: Mood = { choice: 0 };
const subgraphs = answeringAnything(() => mood);

/** As resolvers are asked in the same order, the same one of them fails for both. */
const interrupting = (at: number, failure: Error | null) => {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked - 1 !== at) return undefined;
    if (failure === null) return null;
    throw failure;
  };
};

const moods: readonly (() => Mood)[] = [
  ...Array.from({ length: 12 }, (_, choice) => () => ({ choice })),
  () => ({ choice: 0, isSparing: true }),
  ...failing.flatMap((at) =>
    [null, ...failures].map((failure) => () => ({ choice: 0, interrupt: interrupting(at, failure) })),
  ),
];

const direct = [...storedOperations, ...webOperations].flatMap(({ name, to, document }) =>
  to === 'planned' ? [] : [{ name, to, document: parse(document) }],
);

test.each(direct)('$name, prepared, is answered in every mood as it is executed', async ({ to, document }) => {
  const subgraph = subgraphs.find(({ name }) => name === to);
  const run = subgraph?.prepare?.(document);
  const fitting = variablesFor(schemaOf(to), document);
  const names = Object.keys(fitting);
  const wrong = names.flatMap((name) =>
    [null, 7, 'text', [], {}, { unknown: 1 }].map((value) => ({ ...fitting, [name]: value })),
  );
  for (const variables of [fitting, {}, { ...fitting, unknown: 1 }, ...wrong]) {
    for (const next of variables === fitting ? moods : moods.slice(0, 1)) {
      mood = next();
      const expected = await subgraph?.execute({ document, variables, caller });
      mood = next();
      expect(JSON.stringify(await run?.(variables, caller))).toBe(JSON.stringify(expected));
    }
  }
});
