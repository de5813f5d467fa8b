import { locales } from '@onceover/schema/locales';
import type { Dialects } from '../../answers/answer-context.ts';
import type { RestRoute } from '../rest-route.ts';
import type { ApiDocument } from './api-documents.ts';
import { type Examples, operationOf, pathOf, sharedHeaders, sharedParameters } from './operation.ts';
import { Schemas } from './schemas.ts';

const securitySchemes = {
  apiToken: {
    type: 'http',
    scheme: 'basic',
    description: 'The email address of the account and an API token. The scopes that a row needs are listed with it.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sess',
    description:
      'The session of a browser. Where the site has no HTTPS, as on a developer’s machine, the cookie is called `sess`.',
  },
  formToken: {
    type: 'apiKey',
    in: 'header',
    name: 'O-Shrimp',
    description: 'The form token of the session. It may also come as the field `shrimp`.',
  },
} as const;

const languages = {
  Locale: {
    name: 'locale',
    in: 'query',
    description: 'The language of the texts; where cookies count it is kept in one. An unsupported one is ignored.',
    schema: { type: 'string', enum: locales.map(({ code }) => code) },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'The languages that the client prefers.',
    schema: { type: 'string' },
    example: 'de, en;q=0.8',
  },
} as const;

export interface ApiFacts {
  readonly version: string;
  readonly examples: Examples;
  /** What errors are written in. */
  readonly dialects: Dialects;
}

/** OpenAPI 3.1 of one document: the same rows, forms, answers and dialects that the gateway runs with. */
export function openApiOf({ title, about, groups }: ApiDocument, { version, examples, dialects }: ApiFacts): object {
  const schemas = new Schemas();
  const responses = new Map<string, object>();
  const all = groups.flatMap(({ routes }) => routes);
  const rows = groups.flatMap(({ title: tag, routes }) =>
    routes.map((route) => ({
      path: pathOf(route),
      method: route.method.toLowerCase(),
      operation: operationOf(route, { tag, all, schemas, responses, examples, dialects }),
    })),
  );
  const paths = [...Map.groupBy(rows, ({ path }) => path)].map(([path, its]) => {
    const operations = its.map(({ method, operation }) => [method, operation]);
    return [path, { parameters: languageParameters, ...Object.fromEntries(operations) }];
  });
  return {
    openapi: '3.1.1',
    info: { title, version, description: about },
    servers: [{ url: '/', description: 'This site.' }],
    tags: groups.map((group) => ({ name: group.title })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: schemesOf(all),
      parameters: { ...sharedParameters, ...languages },
      headers: sharedHeaders,
      responses: Object.fromEntries([...responses].toSorted(([left], [right]) => (left < right ? -1 : 1))),
      schemas: schemas.components(),
    },
  };
}

/** Those that any of the rows takes. */
function schemesOf(routes: readonly RestRoute[]): object {
  const takesCookies = routes.some(({ credentials = 'all' }) => credentials === 'all');
  return takesCookies ? securitySchemes : { apiToken: securitySchemes.apiToken };
}

const languageParameters = Object.keys(languages).map((name) => ({ $ref: `#/components/parameters/${name}` }));
