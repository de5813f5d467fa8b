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

const at = new URL('../../../schema/published/openapi.generated.json', import.meta.url);
const published = JSON.parse(readFileSync(at, 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: published.components });
const validators = new Map<object, ValidateFunction>();

/** Paths without parameters come first: `/private/recent` is no key. */
const paths = Object.keys(published.paths)
  .toSorted((left, right) => left.split('{').length - right.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

/** Throws if a row of `/api/v2` answers with a status, a code or a body that its published description does not have. */
export function mustBePublished({ method, path, answer }: Exchange): void {
  const plain = path.split('?', 1)[0] ?? '';
  const found = paths.find(({ pattern }) => pattern.test(plain));
  const operation = found && published.paths[found.path]?.[method.toLowerCase()];
  // A custom host has few of the rows; the others are not there.
  if (operation === undefined || answer.json?.code === 'not_found') return;
  const said = `${method} ${found?.path} answered ${answer.status} ${answer.text.slice(0, 300)}`;
  const response = operation.responses[answer.status];
  if (response === undefined) throw new Error(`${said}, a status that schema/published does not have`);
  const declared = '$ref' in response ? named(response.$ref) : response;
  const type = answer.headers['content-type']?.split(';', 1)[0] ?? '';
  if (!(type in declared.content)) throw new Error(`${said}, a type that schema/published does not have: ${type}`);
  if (type !== 'application/json') return;
  const validate = validatorOf(declared);
  if (!validate(answer.json)) throw new Error(`${said}, which schema/published does not have: ${problemsOf(validate)}`);
}

const named = (reference: string) => published.components.responses[reference.split('/').at(-1) ?? ''] as Response;

function validatorOf(response: Response): ValidateFunction {
  const { schema } = response.content['application/json'];
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
  const compiled = ajv.compile(absolute);
  validators.set(schema, compiled);
  return compiled;
}

function problemsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}
