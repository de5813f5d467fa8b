import { idempotencyKeyPattern } from '@onceover/schema/idempotency-key';
import { type JsonSchema, publicJsonSchema } from '@onceover/schema/json-schema';
import { v3Answers } from '@onceover/schema/rest/v3';
import type { z } from 'zod';
import type { Dialects } from '../../answers/answer-context.ts';
import { answerSchemas } from '../../answers/answer-schemas.ts';
import { inDialect } from '../../answers/dialect.ts';
import type { AnswerShape, NativeAnswer } from '../../answers/native-answer.ts';
import { isUnsafe, type KeyName, type RestRoute } from '../rest-route.ts';
import { linksOf } from './links.ts';
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
  readonly dialects: Dialects;
  /** Every row of the document. */
  readonly all: readonly RestRoute[];
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
    ...(hasBody(route) && { requestBody: requestBodyOf(route, capitalised(route.name), parts.schemas) }),
    security: securityOf(route),
    responses: {
      '200': okOf(route, parts),
      ...refusalResponses(refusalsOfRoute(route, parts.dialects), prefixOf(route), parts),
    },
  };
}

const hasBody = (route: RestRoute): route is RestRoute & { readonly form: z.ZodObject } =>
  isUnsafe(route) && route.form !== undefined;

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

/**
 * A form may come url-encoded, as a multipart form, or as a JSON object with the same members. Where a row has its fields within an object,
 * a body that has no such object is not for this row.
 */
function requestBodyOf(
  { form, nestedIn }: RestRoute & { readonly form: z.ZodObject },
  name: string,
  schemas: Schemas,
): object {
  const { $schema, required, ...fields } = publicJsonSchema(form);
  const inForms = namedInForms(fields, nestedIn);
  const json = nestedIn === undefined ? fields : within(nestedIn, fields);
  const hasOtherNames = JSON.stringify(inForms) !== JSON.stringify(json);
  const schema = schemas.add(`${name}Request`, json);
  const formSchema = hasOtherNames ? schemas.add(`${name}Form`, inForms) : schema;
  const fieldsExample = exampleOf(fields);
  const example = nestedIn === undefined || fieldsExample === undefined ? fieldsExample : { [nestedIn]: fieldsExample };
  return {
    ...(nestedIn !== undefined && { required: true }),
    content: {
      'application/json': { schema, ...(example !== undefined && { example }) },
      'application/x-www-form-urlencoded': { schema: formSchema },
      'multipart/form-data': { schema: formSchema },
    },
  };
}

type Properties = Readonly<Record<string, JsonSchema>>;

const within = (name: string, fields: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [name]: fields },
  required: [name],
});

/** In forms the items of a list `name` are fields called `name[]`, and the members of an object `object[name]`. */
function namedInForms(schema: JsonSchema, nestedIn: string | undefined): JsonSchema {
  const outer = (name: string) => (nestedIn === undefined ? name : `${nestedIn}[${name}]`);
  const fields = schema.properties as Properties;
  const nameOf = (name: string) => (fields[name]?.type === 'array' ? `${outer(name)}[]` : outer(name));
  const { properties, ...rest } = JSON.parse(JSON.stringify(schema)) as JsonSchema;
  const named = Object.entries(fields).map(([name, property]) => [nameOf(name), property]);
  const texts = Object.keys(fields).filter((name) => fields[name]?.type !== 'array');
  // Without any of them there is no object.
  const anyOf = texts.map((name) => ({ required: [nameOf(name)] }));
  return { ...rest, properties: Object.fromEntries(named), ...(nestedIn !== undefined && { anyOf }) };
}

/** A body of the examples that its fields have; undefined where none has one. */
function exampleOf({ properties }: JsonSchema): object | undefined {
  const found = Object.entries(properties as Properties).flatMap(([name, { examples }]) =>
    Array.isArray(examples) ? [[name, examples[0]]] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Who may call a row: visitors, a program with an API token, a browser with a session. A POST of a session needs its form token. */
function securityOf(route: RestRoute): object[] {
  const { auth = 'any', credentials = 'all', refusesTokens = false, scope, answersWithoutToken } = route;
  if (credentials === 'none') return [{}];
  const needsFormToken = isUnsafe(route) && answersWithoutToken !== true;
  return [
    ...(auth === 'any' ? [{}] : []),
    ...(auth === 'session' || refusesTokens ? [] : [{ apiToken: scope === undefined ? [] : [scope] }]),
    ...(credentials === 'all' ? [{ session: [], ...(needsFormToken && { formToken: [] }) }] : []),
  ];
}

function okOf(route: RestRoute, { schemas, examples, dialects, all }: OperationParts): object {
  const { answers, takesIdempotencyKey, writesLines } = route;
  const dialect = dialects[route.dialect ?? 'd18'];
  const links = linksOf(route, all);
  const found = answers.map((shape) => schemas.refer(schemaOf(shape, route), nameOf(shape, route)));
  const [schema] = found;
  const shown = answers.flatMap((shape) => {
    const body = examples[shape];
    if (body === undefined) return [];
    return [[shape, { value: inDialect(dialect, { shape, body } as NativeAnswer) }]];
  });
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
    ...(links !== undefined && { links }),
  };
}

/** The schema of a shape as the dialect of a row writes it. */
function schemaOf(shape: AnswerShape, { dialect }: RestRoute): z.ZodType {
  const shortened: Readonly<Partial<Record<AnswerShape, z.ZodType>>> = v3Answers;
  return (dialect === 'v3' ? shortened[shape] : undefined) ?? answerSchemas[shape];
}

function nameOf(shape: AnswerShape, { dialect }: RestRoute): string {
  return `${capitalised(dialect === 'v3' ? shape.replace(/^later/, 'v3') : shape)}Answer`;
}

/** One document has refusals of two dialects, whose names stay apart. */
const prefixOf = ({ dialect }: RestRoute) => (dialect === 'later' ? 'Later' : '');

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Up to so many refusals of one status make a response that has a name; what a row refuses beyond that is its own. */
const MOST_NAMED = 2;

function refusalResponses(
  refusals: readonly DocumentedRefusal[],
  prefix: string,
  { schemas, responses }: OperationParts,
): object {
  const byStatus = Map.groupBy(refusals, ({ status }) => status);
  const found = [...byStatus].map(([status, its]) => {
    const response = refusalResponse(its, schemas);
    if (its.length > MOST_NAMED) return [status, response];
    const name = prefix + its.map(({ code }) => code.split('_').map(capitalised).join('')).join('Or');
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
    return { ...schemas.refer(schema), properties: { code: { enum: its.map(({ code }) => code) }, ...typesOf(its) } };
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

/** The error types of refusals that have one. */
function typesOf(refusals: readonly DocumentedRefusal[]): object {
  const found = [...new Set(refusals.flatMap(({ errorTypes }) => errorTypes))];
  return found.length === 0 ? {} : { error_type: { enum: found } };
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
