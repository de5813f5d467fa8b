import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@readme/openapi-parser';
import { expect, test } from 'vitest';
import { answerSchemas } from '../../answers/answer-schemas.ts';
import { dialectsOf } from '../dialects/dialects.ts';
import { routeTable } from '../rest-routes.ts';
import { apiDocuments } from './api-documents.ts';
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
  readonly responses: Readonly<Record<string, { readonly links?: object }>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

type Name = keyof typeof apiDocuments;
const names = Object.keys(apiDocuments) as Name[];
const facts = { version: '1.0.0', examples, dialects: dialectsOf({ compatibleTypes: false }) };
const made = (name: Name) => openApiOf(apiDocuments[name], facts) as Document;
const documents = new Map(names.map((name) => [name, made(name)]));

function operationsOf(name: Name) {
  return Object.entries(documents.get(name)?.paths ?? {}).flatMap(([path, { parameters, ...its }]) =>
    Object.entries(its).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
}
const operationAt = (wanted: string, document: Name = 'v2') =>
  operationsOf(document).find(({ name }) => name === wanted)?.operation;

test.each(names)('the document of %s is OpenAPI 3.1, as an independent validator says', async (name) => {
  // It writes into what it reads.
  const result = await validate(made(name) as object as Parameters<typeof validate>[0]);
  expect(result.valid ? [] : result.errors).toEqual([]);
});

test('every row of the API is in the document of its dialect, and what later clients share in theirs, too', () => {
  const rows = Map.groupBy(
    routeTable.filter(({ isPlain }) => !isPlain),
    ({ dialect }) => dialect,
  );
  const rowsOf = (dialect: 'd18' | 'later' | 'v1' | 'v3') =>
    (rows.get(dialect) ?? []).map(({ method, path }) => `${method} ${path}`);
  const documented = (name: Name) => operationsOf(name).map((each) => each.name.replace(/\{\w+\}/, ':key'));
  expect(documented('v1').toSorted()).toEqual(rowsOf('v1').toSorted());
  expect(documented('v2').toSorted()).toEqual(rowsOf('d18').toSorted());
  expect(documented('v3').toSorted()).toEqual(rowsOf('v3').toSorted());
  const shared = ['secret/:key', 'status', 'version', 'supported-locales'].map((path) => `GET /api/v2/${path}`);
  expect(documented('later').toSorted()).toEqual([...rowsOf('later'), ...shared].toSorted());
});

test.each(names)('generated clients get a name of its own for each row of %s', (name) => {
  const found = operationsOf(name).map(({ operation }) => operation.operationId);
  expect(new Set(found).size).toBe(found.length);
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
  for (const { components } of documents.values())
    expect(JSON.stringify(components.schemas)).not.toContain('"additionalProperties":false');
});

test('each dialect has its own statuses and bodies for the same refusal', () => {
  const burns = [
    ['v1', 'POST /api/v1/private/{metadataKey}/burn', ['200', '404', '413', '421', '500', '503']],
    [
      'later',
      'POST /api/v2/receipt/{metadataKey}/burn',
      ['200', '401', '404', '413', '415', '421', '422', '429', '500', '503'],
    ],
    [
      'v3',
      'POST /api/v3/guest/receipt/{metadataKey}/burn',
      ['200', '403', '404', '413', '415', '421', '422', '429', '500', '503'],
    ],
  ] as const;
  for (const [document, name, statuses] of burns)
    expect(Object.keys(operationAt(name, document)?.responses ?? {}), document).toEqual(statuses);
});

test('a path that two dialects answer is in both documents, each with its own fields', () => {
  const fieldsAt = (document: Name) => {
    const body = operationAt('POST /api/v2/secret/conceal', document)?.requestBody?.content['application/json'];
    const schema = documents.get(document)?.components.schemas[body?.schema.$ref.split('/').at(-1) ?? ''];
    return Object.keys((schema as { readonly properties?: object } | undefined)?.properties ?? {});
  };
  expect(fieldsAt('v2')).toContain('kind');
  expect(fieldsAt('later')).toEqual(['secret']);
});

test('where cookies do not count, the document knows none', () => {
  expect(JSON.stringify(documents.get('v1'))).not.toContain('"session"');
  expect(JSON.stringify(documents.get('v3'))).not.toContain('"session"');
  expect(operationAt('POST /api/v1/share', 'v1')?.security).toEqual([{}, { apiToken: ['secrets-write'] }]);
  expect(operationAt('POST /api/v3/guest/secret/conceal', 'v3')?.security).toEqual([{}]);
  expect(operationAt('POST /api/v2/secret/generate', 'later')?.security).toHaveLength(3);
});

test('whoever creates a secret can go on from there', () => {
  const links = (name: string, document: Name) =>
    Object.keys(operationAt(name, document)?.responses['200']?.links ?? {});
  expect(links('POST /api/v2/secret/conceal', 'v2')).toEqual(
    expect.arrayContaining(['showSecret', 'revealSecret', 'burnSecret']),
  );
  expect(links('POST /api/v1/share', 'v1')).toEqual(expect.arrayContaining(['v1Reveal', 'v1Burn']));
  expect(links('POST /api/v2/secret/conceal', 'later')).toEqual(
    expect.arrayContaining(['showSecret', 'laterRevealSecret', 'laterBurnSecret']),
  );
  expect(links('POST /api/v3/guest/secret/conceal', 'v3')).toEqual(
    expect.arrayContaining(['v3GuestShowSecret', 'v3GuestRevealSecret', 'v3GuestBurnSecret']),
  );
  expect(links('GET /api/v2/secret/{secretKey}', 'v2')).toEqual([]);
});
