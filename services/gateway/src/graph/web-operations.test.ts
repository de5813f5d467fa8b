import { webOperations as operations } from '@onceover/schema/operations';
import { liveSdl } from '@onceover/schema/sdl';
import { type DefinitionNode, extendSchema, Kind, parse, specifiedRules, validate } from 'graphql';
import { expect, test } from 'vitest';
import { graph } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { documentRules, liveDocumentRules } from './document-rules.ts';
import { supergraph } from './supergraph.ts';

const live = `${liveSdl()} extend schema { subscription: Subscription }`;
const schema = extendSchema(supergraph(), parse(live));
const isOperation = (node: DefinitionNode) => node.kind === Kind.OPERATION_DEFINITION;

test.each(operations)('$name fits the public graph and its limits', ({ name, to, document }) => {
  const parsed = parse(document);
  const rules = to === 'live' ? liveDocumentRules : [...specifiedRules, ...documentRules];
  expect(validate(schema, parsed, rules)).toEqual([]);
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
