import { buildASTSchema, isEnumType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { operatorReasons } from './operator-reasons.ts';
import { supergraphSdl } from './sdl.ts';

test('the reasons of operators are those of the graph', () => {
  const type = buildASTSchema(parse(supergraphSdl()), { assumeValidSDL: true }).getType('OperatorReason');
  const values = isEnumType(type) ? type.getValues().map(({ name }) => name.toLowerCase().replaceAll('_', '-')) : [];
  expect(operatorReasons).toEqual(values);
});
