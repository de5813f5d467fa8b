import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { expect, test } from 'vitest';
import { answerSchemas } from '../../answers/answer-schemas.ts';
import { routeGroups, routeTable } from '../rest-routes.ts';
import { openApiOf } from './openapi.ts';

const folder = new URL('../../../../../schema/rest/examples/', import.meta.url);
const examples = Object.fromEntries(
  readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
  ]),
);

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const made = () => openApiOf(routeGroups, { version: '1.0.0', examples }) as Document;
const document = made();
const operations = Object.entries(document.paths).flatMap(([path, { parameters, ...its }]) =>
  Object.entries(its).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const operationAt = (wanted: string) => operations.find(({ name }) => name === wanted)?.operation;

test('the document is OpenAPI 3.1, as an independent validator says', async () => {
  // It writes into what it reads.
  const result = await validate(made() as object as Parameters<typeof validate>[0]);
  expect(result.valid ? [] : result.errors).toEqual([]);
});

test('every row of the API is in the document, and nothing else is', () => {
  const rows = routeTable.filter(({ isPlain }) => !isPlain).map(({ method, path }) => `${method} ${path}`);
  const documented = operations.map(({ name }) => name.replace(/\{\w+\}/, ':key'));
  expect(documented.toSorted()).toEqual(rows.toSorted());
  expect(rows.every((row) => / \/api\/v2\//.test(row))).toBe(true);
});

test('generated clients get a name of its own for each row', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test('every answer has an example, which is one', () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(answerSchemas).toSorted());
  for (const [shape, example] of Object.entries(examples))
    expect(answerSchemas[shape as keyof typeof answerSchemas].parse(example), shape).toEqual(example);
});

test('who may call a row is what the gateway checks', () => {
  const visitors = {};
  expect(operationAt('POST /api/v2/secret/conceal')?.security).toEqual([
    visitors,
    { apiToken: ['secrets-write'] },
    { session: [], formToken: [] },
  ]);
  expect(operationAt('GET /api/v2/account')?.security).toEqual([{ apiToken: ['account'] }, { session: [] }]);
  expect(operationAt('POST /api/v2/account/destroy')?.security).toEqual([{ session: [], formToken: [] }]);
  expect(operationAt('POST /api/v2/signin')?.security).toEqual([visitors, { session: [], formToken: [] }]);
});

test('a row has the refusals of the operation that it runs, with their stable codes', () => {
  const responses = operationAt('POST /api/v2/private/{metadataKey}/burn')?.responses ?? {};
  const refused = JSON.stringify(responses['400']);
  for (const code of ['not_burned', 'bad_passphrase', 'rate_limited', 'csrf', 'bad_json'])
    expect(refused).toContain(`"${code}"`);
  expect(refused).not.toContain('not_confirmed');
  expect(Object.keys(responses)).toEqual(['200', '400', '403', '404', '413', '415', '421', '500', '503']);
});

test('clients may not be broken by a member that a later release adds', () => {
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
});
