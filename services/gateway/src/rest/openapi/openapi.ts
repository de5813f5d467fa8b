import { locales } from '@onceover/schema/locales';
import type { RouteGroup } from '../rest-routes.ts';
import { type Examples, operationOf, pathOf, sharedHeaders, sharedParameters } from './operation.ts';
import { Schemas } from './schemas.ts';

const ABOUT = `Share a secret through a link that opens once and is then gone for good.

**Requests.** A body is a JSON object, a url-encoded form or a multipart form; all three have the same fields, and fields that we do not
know are ignored. Numbers and booleans may be sent as text. \`HEAD\` works wherever \`GET\` does.

**Who asks.** Programs send \`Authorization: Basic\` with the email address of the account and an API token, which may be limited to
some scopes. Browsers have a session cookie, and send its form token with every POST. Visitors send neither.

**Answers** are JSON. They may get more members in a later release: ignore those that you do not know. The answer to a POST has a new form
token, \`shrimp\`.

**Errors** have a \`code\` for programs, which stays, and a \`message\` for people, which may be translated. A request that is no
HTTP, or takes too long to arrive, is answered with 400, 408 or 431 and the code \`bad_request\`. A path that does not exist is 404 with the code
\`not_found\`.

**Language.** The parameter \`locale\`, a cookie and \`Accept-Language\` choose it, in this order.

**Limits.** Too many requests are refused with the code \`rate_limited\`; \`Retry-After\` says when to come back.`;

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
    description: 'The language of the texts; it is kept in a cookie. An unsupported one is ignored.',
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
}

/** OpenAPI 3.1 of rows of the REST contract: the same rows, forms and answers that the gateway runs with. */
export function openApiOf(groups: readonly RouteGroup[], { version, examples }: ApiFacts): object {
  const schemas = new Schemas();
  const responses = new Map<string, object>();
  const rows = groups.flatMap(({ title, routes }) =>
    routes.map((route) => ({
      path: pathOf(route),
      method: route.method.toLowerCase(),
      operation: operationOf(route, { tag: title, schemas, responses, examples }),
    })),
  );
  const paths = [...Map.groupBy(rows, ({ path }) => path)].map(([path, its]) => {
    const operations = its.map(({ method, operation }) => [method, operation]);
    return [path, { parameters: languageParameters, ...Object.fromEntries(operations) }];
  });
  return {
    openapi: '3.1.1',
    info: { title: 'Onceover API', version, description: ABOUT },
    servers: [{ url: '/', description: 'This site.' }],
    tags: groups.map(({ title: name }) => ({ name })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes,
      parameters: { ...sharedParameters, ...languages },
      headers: sharedHeaders,
      responses: Object.fromEntries([...responses].toSorted(([left], [right]) => (left < right ? -1 : 1))),
      schemas: schemas.components(),
    },
  };
}

const languageParameters = Object.keys(languages).map((name) => ({ $ref: `#/components/parameters/${name}` }));
