import { webOperations as operations } from '@onceover/schema/operations';
import { type DefinitionNode, Kind, parse, specifiedRules, validate } from 'graphql';
import { expect, test } from 'vitest';
import { graph } from '../test-support/ask.ts';
import { fakeSubgraphs } from '../test-support/fake-subgraphs.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { documentRules } from './document-rules.ts';
import { supergraphOf } from './supergraph.ts';

const schema = supergraphOf(fakeSubgraphs({}));
const isOperation = (node: DefinitionNode) => node.kind === Kind.OPERATION_DEFINITION;

test.each(operations)('$name fits the public graph and its limits', ({ name, document }) => {
  const parsed = parse(document);
  expect(validate(schema, parsed, [...specifiedRules, ...documentRules])).toEqual([]);
  const found = parsed.definitions.filter(isOperation);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ name: { value: name } });
});

test('on https every operation of the web app is registered', async () => {
  await using gateway = await startTestGateway({ env: { ONCEOVER_SITE_HOST: 'once.example' } });
  for (const { name, document } of operations) {
    const answer = await graph(gateway.port, document, { host: 'once.example' });
    expect([name, answer.json.errors?.[0]?.extensions.code]).not.toEqual([name, 'DOCUMENT_NOT_REGISTERED']);
  }
});
