import { idempotencyKeyPattern } from '@onceover/schema/idempotency-key';
import { type JsonSchema, publicJsonSchema } from '@onceover/schema/json-schema';
import type { z } from 'zod';
import { answerSchemas } from '../../answers/answer-schemas.ts';
import type { AnswerShape } from '../../answers/native-answer.ts';
import type { KeyName, RestRoute } from '../rest-route.ts';
import { type DocumentedRefusal, refusalsOfRoute } from './route-refusals.ts';
import type { Schemas } from './schemas.ts';

/** An example of an answer, by its shape. */
export type Examples = Readonly<Partial<Record<AnswerShape, unknown>>>;

interface OperationParts {
  readonly tag: string;
  readonly schemas: Schemas;
  /** Those that several rows share, by name. */
  readonly responses: Map<string, object>;
  readonly examples: Examples;
}

/** Path parameters, as people outside know them. */
const keys: Readonly<Record<KeyName, { readonly description: string; readonly example: string }>> = {
  secretKey: { description: 'The secret key, from the link.', example: 'p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k' },
  metadataKey: { description: 'The metadata key, or an owner handle.', example: 'k7d2m9x4q1w8z3v6b0n5r2t8j4h1f6c' },
  domain: { description: 'The host name of the domain.', example: 'once.acme.example' },
  resetKey: { description: 'The key in the reset link.', example: 'n4w7r2k9' },
};

/** The path of a row, as OpenAPI writes it. */
export function pathOf({ path, keyName }: RestRoute): string {
  if (path.includes(':key') !== (keyName !== undefined)) throw new Error(`${path} does not say what its key is`);
  return path.replace(':key', `{${keyName}}`);
}

/** What the document says of one row. */
export function operationOf(route: RestRoute, parts: OperationParts): Readonly<Record<string, unknown>> {
  const parameters = parametersOf(route);
  return {
    operationId: route.name,
    tags: [parts.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody(route) && { requestBody: requestBodyOf(route.form, capitalised(route.name), parts.schemas) }),
    security: securityOf(route),
    responses: { '200': okOf(route, parts), ...refusalResponses(refusalsOfRoute(route), parts) },
  };
}

const hasBody = (route: RestRoute): route is RestRoute & { readonly form: z.ZodObject } =>
  route.method === 'POST' && route.form !== undefined;

function parametersOf({ method, keyName, form, takesIdempotencyKey }: RestRoute): object[] {
  const path =
    keyName === undefined
      ? []
      : [{ name: keyName, in: 'path', required: true, ...keys[keyName], schema: { type: 'string' } }];
  const query = method === 'GET' && form !== undefined ? queryOf(form) : [];
  if (takesIdempotencyKey !== true) return [...path, ...query];
  return [...path, ...query, { $ref: '#/components/parameters/IdempotencyKey' }];
}

/** The fields of a question are parameters of its address. */
function queryOf(form: z.ZodObject): object[] {
  const { properties = {} } = publicJsonSchema(form) as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }));
}

/** The parameters that several rows share. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Random, and new for each attempt to do something. The same key with the same fields gets the same answer.',
    schema: { type: 'string', pattern: idempotencyKeyPattern.source },
    example: 'q7Rm2xKc9TzB4nVw8LsD1e',
  },
} as const;

/** A form may come url-encoded, as a multipart form, or as a JSON object with the same members. */
function requestBodyOf(form: z.ZodObject, name: string, schemas: Schemas): object {
  const { $schema, required, ...fields } = publicJsonSchema(form);
  const inForms = listsInForms(fields);
  const hasLists = JSON.stringify(inForms) !== JSON.stringify(fields);
  const schema = schemas.add(`${name}Request`, fields);
  const formSchema = hasLists ? schemas.add(`${name}Form`, inForms) : schema;
  const example = exampleOf(fields);
  return {
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      'application/x-www-form-urlencoded': { schema: formSchema },
      'multipart/form-data': { schema: formSchema },
    },
  };
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** In forms the items of a list `name` are fields called `name[]`. */
function listsInForms(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties as Properties).map(([name, property]) => {
    return [property.type === 'array' ? `${name}[]` : name, property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A body of the examples that its fields have; undefined where none has one. */
function exampleOf({ properties }: JsonSchema): object | undefined {
  const found = Object.entries(properties as Properties).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [[name, examples[0]]] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Who may call a row: visitors, a program with an API token, a browser with a session. A POST of a session needs its form token. */
function securityOf({ auth = 'any', refusesTokens = false, scope, method, answersWithoutToken }: RestRoute): object[] {
  const needsFormToken = method === 'POST' && answersWithoutToken !== true;
  return [
    ...(auth === 'any' ? [{}] : []),
    ...(auth === 'session' || refusesTokens ? [] : [{ apiToken: scope === undefined ? [] : [scope] }]),
    { session: [], ...(needsFormToken && { formToken: [] }) },
  ];
}

function okOf({ answers, takesIdempotencyKey, writesLines }: RestRoute, { schemas, examples }: OperationParts): object {
  const found = answers.map((shape) => schemas.refer(answerSchemas[shape], nameOf(shape)));
  const [schema] = found;
  const shown = answers.flatMap((shape) =>
    examples[shape] === undefined ? [] : [[shape, { value: examples[shape] }]],
  );
  return {
    description: 'Done.',
    headers: headersWith(takesIdempotencyKey === true ? ['Idempotent-Replayed'] : []),
    content: {
      'application/json': {
        schema: found.length === 1 ? schema : { oneOf: found },
        ...(shown.length > 0 && { examples: Object.fromEntries(shown) }),
      },
      ...(writesLines === true && { 'application/x-ndjson': { schema: { type: 'string' } } }),
    },
  };
}

const nameOf = (shape: AnswerShape) => `${capitalised(shape)}Answer`;

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Up to so many refusals of one status make a response that has a name; what a row refuses beyond that is its own. */
const MOST_NAMED = 2;

function refusalResponses(refusals: readonly DocumentedRefusal[], { schemas, responses }: OperationParts): object {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  const found = [...byStatus].map(([status, its]) => {
    const response = refusalResponse(its, schemas);
    if (its.length > MOST_NAMED) return [status, response];
    const name = its.map(({ code }) => code.split('_').map(capitalised).join('')).join('Or');
    const known = responses.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response))
      throw new Error(`two responses are called ${name}`);
    responses.set(name, response);
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(found);
}

function refusalResponse(found: readonly DocumentedRefusal[], schemas: Schemas): object {
  const bySchema = Map.groupBy(found, ({ schema }) => schema);
  const bodies = [...bySchema].map(([schema, its]) => {
    return { ...schemas.refer(schema), properties: { code: { enum: its.map(({ code }) => code) } } };
  });
  return {
    description: [...new Set(found.map(({ message }) => message))].join(' · '),
    headers: headersWith(found.some(({ mayBeRetried }) => mayBeRetried) ? ['Retry-After'] : []),
    content: {
      'application/json': {
        schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies },
        examples: Object.fromEntries(
          found.flatMap(({ code, example: value }) => (value === undefined ? [] : [[code, { value }]])),
        ),
      },
    },
  };
}

/** The headers that answers have, and what they say. */
export const sharedHeaders = {
  'X-Request-Id': { description: 'Names the request in our logs.', schema: { type: 'string' } },
  'Content-Language': { description: 'The language of the texts, as BCP 47 has it.', schema: { type: 'string' } },
  'Idempotent-Replayed': {
    description: '`true` if this is an earlier answer, given again.',
    schema: { type: 'string', const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait, where they are known.', schema: { type: 'integer', minimum: 0 } },
} as const;

function headersWith(more: readonly (keyof typeof sharedHeaders)[]): object {
  const names = ['X-Request-Id', 'Content-Language', ...more];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
