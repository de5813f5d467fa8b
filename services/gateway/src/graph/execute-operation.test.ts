import { NotAuthorizedError, OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { ownOrigin } from '@onceover/service-kit/origin';
import { expect, test } from 'vitest';
import { secretGate } from '../operations/operations.generated.ts';
import { fakeSubgraphs } from '../test-support/fake-subgraphs.ts';
import { gate } from '../test-support/sample-data.ts';
import { operationExecutor } from './execute-operation.ts';

const caller = { kind: 'anonymous', network: '127.0.0.0/24', requestId: 'r1', origin: ownOrigin('web') } as const;

const both = {
  name: 'Both',
  to: 'planned',
  refusals: [],
  document: 'query Both { secret(key: "k") { shortkey } plans { id } }',
} as const;

function executorFor(secret: () => unknown) {
  const parts = fakeSubgraphs({ secrets: { Query: { secret } } });
  return operationExecutor([secretGate, both], parts);
}

test('an operation of one subgraph is answered by it', async () => {
  const execute = executorFor(() => gate);
  expect(await execute(secretGate, { key: 'k' }, caller)).toEqual({ secret: gate });
});

test('a service that has not prepared an operation gets its document', async () => {
  const fakes = fakeSubgraphs({ secrets: { Query: { secret: () => gate } } });
  const unprepared = fakes.map((subgraph) => ({ ...subgraph, prepare: () => undefined }));
  const execute = operationExecutor([secretGate], unprepared);
  expect(await execute(secretGate, { key: 'k' }, caller)).toEqual({ secret: gate });
});

test('an operation across subgraphs is planned by the supergraph', async () => {
  const execute = executorFor(() => gate);
  expect(await execute(both, {}, caller)).toMatchObject({
    secret: { shortkey: 'w9x8y7z6' },
    plans: expect.arrayContaining([{ id: 'anonymous' }]),
  });
});

test('an outage stays an outage, and says when to retry', async () => {
  const execute = executorFor(() => {
    throw new OutageError('keys', { retryAfterSeconds: 7 });
  });
  const error = await execute(secretGate, { key: 'k' }, caller).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OutageError);
  expect(error).toMatchObject({ dependency: 'keys', retryAfterSeconds: 7 });
});

test('an unknown outcome is distinguished from an outage', async () => {
  const execute = executorFor(() => {
    throw new OutcomeUnknownError('postgres');
  });
  await expect(execute(secretGate, { key: 'k' }, caller)).rejects.toBeInstanceOf(OutcomeUnknownError);
});

test('a bug is a fault, and the error reveals nothing about it', async () => {
  const execute = executorFor(() => {
    throw new Error('the key is p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k');
  });
  await expect(execute(secretGate, { key: 'k' }, caller)).rejects.toThrow('the stored operation SecretGate failed');
});

test('a caller without the right to do something gets an error of its own', async () => {
  const execute = executorFor(() => {
    throw new NotAuthorizedError();
  });
  await expect(execute(secretGate, { key: 'k' }, caller)).rejects.toBeInstanceOf(NotAuthorizedError);
});
