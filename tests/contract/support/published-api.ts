import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Exchange } from '../../support/http.ts';

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: object }; readonly [type: string]: object };
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>>; readonly schemas: object };
}

interface Published extends Document {
  /** Where its schemas are, for the validator. */
  readonly id: string;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new Map<object, ValidateFunction>();

function documentOf(id: 'v1' | 'v2' | 'later' | 'v3'): Published {
  const at = new URL(`../../../schema/published/openapi.${id}.generated.json`, import.meta.url);
  const document = JSON.parse(readFileSync(at, 'utf8')) as Document;
  ajv.addSchema({ $id: id, components: document.components });
  return { ...document, id };
}

/** Every document. One path is in two of them. */
const published = (['v1', 'v2', 'later', 'v3'] as const).map(documentOf);

/** Paths without parameters come first: `/private/recent` is no key. */
const paths = published
  .flatMap((document) => Object.entries(document.paths).map(([path, operations]) => ({ path, operations, document })))
  .toSorted((left, right) => left.path.split('{').length - right.path.split('{').length)
  .map((each) => ({ ...each, pattern: new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

/** Throws if a row of the API answers with a status, a code or a body that no published description of it has. */
export function mustBePublished({ method, path, answer }: Exchange): void {
  const plain = path.split('?', 1)[0] ?? '';
  const found = paths.find(({ pattern }) => pattern.test(plain));
  // A custom host has few of the rows; the others are not there.
  if (found === undefined || answer.json?.code === 'not_found') return;
  const problems = paths
    .filter((each) => each.path === found.path)
    .flatMap(({ operations, document }) => {
      const operation = operations[method.toLowerCase()];
      return operation === undefined ? [] : [problemOf(operation, answer, document)];
    });
  if (problems.length === 0 || problems.includes(undefined)) return;
  throw new Error(
    `${method} ${found.path} answered ${answer.status} ${answer.text.slice(0, 300)}, ${problems.join('; and ')}`,
  );
}

/** What is wrong with an answer, as one document has it; undefined: nothing is. */
function problemOf({ responses }: Operation, answer: Exchange['answer'], document: Published): string | undefined {
  const response = responses[answer.status];
  if (response === undefined) return `a status that ${document.id} does not have`;
  const declared = '$ref' in response ? named(response.$ref, document) : response;
  const type = answer.headers['content-type']?.split(';', 1)[0] ?? '';
  if (!(type in declared.content)) return `a type that ${document.id} does not have: ${type}`;
  if (type !== 'application/json') return undefined;
  const validate = validatorOf(declared, document);
  return validate(answer.json) ? undefined : `which ${document.id} does not have: ${problemsOf(validate)}`;
}

const named = (reference: string, { components }: Published) =>
  components.responses[reference.split('/').at(-1) ?? ''] as Response;

function validatorOf(response: Response, { id }: Published): ValidateFunction {
  const { schema } = response.content['application/json'];
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${id}#/`)) as object;
  const compiled = ajv.compile(absolute);
  validators.set(schema, compiled);
  return compiled;
}

function problemsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}
