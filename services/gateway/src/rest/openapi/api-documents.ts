import { laterRoutes } from '../dialects/later/later-routes.ts';
import { v1Routes } from '../dialects/v1/v1-routes.ts';
import { v3Routes } from '../dialects/v3/v3-routes.ts';
import type { RestRoute } from '../rest-route.ts';
import { type RouteGroup, routeGroups } from '../rest-routes.ts';

/** What one published document describes: the calls of one family of clients. */
export interface ApiDocument {
  readonly title: string;
  /** What a client has to know before the first row, as Markdown. */
  readonly about: string;
  readonly groups: readonly RouteGroup[];
}

const REQUESTS = `**Requests.** A body is a JSON object, a url-encoded form or a multipart form; all three have the same fields, and fields that we do not
know are ignored. A body without a type is a form. Numbers and booleans may be sent as text. \`HEAD\` works wherever \`GET\` does.`;

const TOKENS = `Programs send \`Authorization: Basic\` with the email address of the account and an API token, which may be limited to
some scopes.`;

const LANGUAGE =
  '**Language.** The parameter `locale`, a cookie where cookies count, and `Accept-Language` choose it, in this order.';

/** What is answered before any row is known. */
const BROKEN = `A request that is no
HTTP, or takes too long to arrive, is answered with 400, 408 or 431 and the code \`bad_request\`.`;

const V2 = `Share a secret through a link that opens once and is then gone for good.

${REQUESTS}

**Who asks.** ${TOKENS} Browsers have a session cookie, and send its form token with every POST. Visitors send neither.

**Answers** are JSON. They may get more members in a later release: ignore those that you do not know. The answer to a POST has a new form
token, \`shrimp\`.

**Errors** have a \`code\` for programs, which stays, and a \`message\` for people, which may be translated. ${BROKEN} A path that does not exist is 404 with the code
\`not_found\`.

${LANGUAGE}

**Limits.** Too many requests are refused with the code \`rate_limited\`; \`Retry-After\` says when to come back.`;

const V1 = `The API of Onetime Secret that nearly every library and script speaks. New programs use \`/api/v2\`.

${REQUESTS}

**Who asks.** ${TOKENS} Visitors send nothing. Cookies do not count, and none is set.

**Answers** are JSON with whole numbers. They may get more members in a later release: ignore those that you do not know.

**Errors** have status 404, whatever they are about; only an outage is 503, a fault of ours 500, another host 421, and a body that is too large 413. \`message\` is the text that clients
of Onetime Secret know, and \`code\` is for programs. A wrong passphrase is answered as an unknown secret.

${LANGUAGE}

**Limits.** Too many requests are refused with the code \`rate_limited\`; \`Retry-After\` says when to come back.`;

const LATER_ERRORS = `**Errors** have a status of HTTP's own meaning, an \`error_type\`, a \`code\` for programs, which stays, and the same text in \`error\` and
\`message\`. \`field\` names the field that is wrong, where there is one. A call that a program cannot make without an account is 401, without
\`WWW-Authenticate\`.

${LANGUAGE}

**Limits.** Too many requests are refused with 429; \`retry_after\` and \`Retry-After\` say when to come back.`;

const LATER = `What clients of Onetime Secret 0.19 and later ask of \`/api/v2\`. A secret is made with nested fields,
\`{"secret": {"secret": "tea at 5?"}}\`, and what became of it is its receipt.

${REQUESTS} In a form the nested fields are called \`secret[ttl]\` and \`secret[recipient][]\`.

**Who asks.** ${TOKENS} Browsers have a session cookie only where it is listed, and send its form token with it. Under \`/guest\` everybody is a visitor.

**Answers** are JSON. They may get more members in a later release: ignore those that you do not know. The rows that it shares with the older
clients of \`/api/v2\` refuse in their words.

${LATER_ERRORS}`;

const V3 = `The open part of \`/api/v3\`: what later versions of Onetime Secret ask, without the names of earlier ones.

${REQUESTS} In a form the nested fields are called \`secret[ttl]\` and \`secret[recipient][]\`.

**Who asks.** ${TOKENS} Visitors send nothing; under \`/guest\` everybody is one. Cookies do not count, and none is set.

**Answers** are JSON. They may get more members in a later release: ignore those that you do not know.

${LATER_ERRORS}`;

/** What the later clients share with the older ones, as it is. */
const SHARED = ['/api/v2/secret/:key', '/api/v2/status', '/api/v2/version', '/api/v2/supported-locales'];
const isShared = ({ method, path }: RestRoute) => method === 'GET' && SHARED.includes(path);
const sharedRoutes = routeGroups.flatMap(({ routes }) => routes).filter(isShared);

/** Rows by what they are about, as their paths say it. */
function grouped(routes: readonly RestRoute[]): RouteGroup[] {
  const titleOf = ({ path }: RestRoute) => {
    if (path.includes('/guest/')) return 'Visitors';
    if (/\/(?:receipt|private|metadata)(?:\/|$)/.test(path)) return 'Receipts';
    return /\/(?:secret|share|create|generate)(?:\/|$)/.test(path) ? 'Secrets' : 'Site';
  };
  return [...Map.groupBy(routes, titleOf)].map(([title, its]) => ({ title, routes: its }));
}

/** Every document, by the name in its address. Source: dialects 2. */
export const apiDocuments: Readonly<Record<'v1' | 'v2' | 'later' | 'v3', ApiDocument>> = {
  v1: { title: 'Onceover API, v1', about: V1, groups: grouped(v1Routes) },
  v2: { title: 'Onceover API', about: V2, groups: routeGroups },
  later: { title: 'Onceover API, later v2', about: LATER, groups: grouped([...laterRoutes, ...sharedRoutes]) },
  v3: { title: 'Onceover API, v3', about: V3, groups: grouped(v3Routes) },
};
