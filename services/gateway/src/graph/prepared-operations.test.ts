import { webOperations } from '@onceover/schema/operations';
import { ownOrigin } from '@onceover/service-kit/origin';
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { storedOperations } from '../operations/operations.generated.ts';
import { answeringAnything, type Mood } from '../test-support/answering-anything.ts';
import { everyMood, everyVariables } from '../test-support/every-case.ts';

const caller = { kind: 'anonymous', network: '127.0.0.0/24', requestId: 'r1', origin: ownOrigin('web') } as const;

let mood: Mood = { choice: 0 };
const subgraphs = answeringAnything(() => mood);

const direct = [...storedOperations, ...webOperations].flatMap(({ name, to, document }) =>
  to === 'planned' ? [] : [{ name, to, document: parse(document) }],
);

test.each(direct)('$name, prepared, is answered in every case as it is executed', async ({ to, document }) => {
  const subgraph = subgraphs.find(({ name }) => name === to);
  const run = subgraph?.prepare(document);
  const compare = async (variables: Record<string, unknown>) => {
    const expected = await subgraph?.execute({ document, variables, caller });
    expect(JSON.stringify(await run?.(variables, caller))).toBe(JSON.stringify(expected));
  };
  const [fitting, ...others] = everyVariables(document);
  for (mood of everyMood(document)) await compare(fitting);
  mood = { choice: 0 };
  for (const variables of others) await compare(variables);
});
