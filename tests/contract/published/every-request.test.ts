import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { systemOfThisFile } from '../support/system.ts';

// Each run comes from a network of its own: wrong API tokens are counted by network, and many are tried.
const system = systemOfThisFile({ ONCEOVER_TRUSTED_PROXIES: 'loopback' });
let networks = 0;
const documents = ['v1', 'v2', 'later', 'v3'] as const;
type Name = (typeof documents)[number];

/**
 * What the answers are held to: every check but
 * - `unsupported_method`, which wants 405 for a method that a path does not have; every dialect answers 404.
 * - `negative_data_rejection`, which wants a form that breaks its schema to be refused. What a form means is the services' business: a
 *   lifetime that is no number is none, and fields that nobody knows are left alone, as the original's clients need it.
 *
 * A request of the right form may be refused for what only a service can know: an address that is none, a passphrase that is wrong. These
 * are the statuses with which dialects do that. And one path is answered by two dialects: a body that breaks the form of the one may be of
 * the other, so that path gets bodies of the right form only.
 */
const settings = `
[checks]
unsupported_method.enabled = false
negative_data_rejection.enabled = false
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 400, 401, 403, 404, 409, 422, 429, "5xx"]

[phases.stateful.generation]
max-examples = 20

[[operations]]
include-operation-id = ["concealSecret", "laterConcealSecret"]
generation.mode = "positive"
`;

/** v1 answers 404 without a credential, as to everything; these want 401 or 403. */
const settingsOfV1 = `
[[operations]]
include-path-regex = "^/api/v1/"
checks.missing_required_header.enabled = false
checks.ignored_auth.enabled = false
`;

/**
 * A POST with a cookie of no session is refused for its form token, before it is asked who sent it. And rows that stand under two paths are
 * tried with a wrong token under one: after five wrong ones of one name it is refused whatever it asks.
 */
const settingsOfV2 = `
[[operations]]
include-method = "POST"
checks.ignored_auth.enabled = false

[[operations]]
include-path-regex = "^/api/v2/domains"
checks.ignored_auth.enabled = false
`;

/** The program that `npm test` has found or installed. */
function schemathesis(): string {
  const { SCHEMATHESIS } = process.env;
  if (SCHEMATHESIS) return SCHEMATHESIS;
  throw new Error('There is no Schemathesis: npm test installs it, or name the program in SCHEMATHESIS.');
}

interface Response {
  readonly content: Readonly<Record<'application/json', { schema: object }>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, Response>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Makes requests of a published description, the same ones in every run, and resolves with what was found wrong. */
async function wrongAnswers(
  name: Name,
  words: readonly string[],
  alter = (document: Document) => document,
): Promise<string> {
  // It keeps notes where it runs, and would begin the next run with them.
  using place = temporaryPlace();
  const file = path.join(place.path, 'openapi.json');
  const committed = new URL(`../../../schema/published/openapi.${name}.generated.json`, import.meta.url);
  writeFileSync(file, JSON.stringify(alter(JSON.parse(readFileSync(committed, 'utf8')) as Document)));
  const own = { v1: settingsOfV1, v2: settingsOfV2, later: '', v3: '' }[name];
  writeFileSync(path.join(place.path, 'schemathesis.toml'), settings + own);
  networks += 1;
  const always = ['run', file, '--url', system.url, '--seed', '1', '--header', `X-Forwarded-For:198.51.${networks}.1`];
  const quiet = ['--continue-on-failure', '--warnings', 'off', '--no-color'];
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(
    schemathesis(),
    [...always, ...quiet, ...words],
    { cwd: place.path, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout) => resolve(error === null ? '' : stripVTControlCharacters(stdout || error.message)),
  );
  return await promise;
}

/** `stateful` follows the links of the description: from what was created to looks, reveals and burns of it. */
const everyKind = ['--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '2'];
const fewer = ['--phases', 'fuzzing,stateful', '--max-examples', '3'];

test.each(documents)('whatever a visitor sends, the answer is one that is published for %s', async (name) => {
  expect(await wrongAnswers(name, everyKind)).toBe('');
});

test.each(documents)('so is it for a program with an API token: %s', async (name) => {
  const token = await system.people.apiToken(await system.people.paidCustomer());
  // Its token would be another from then on; and doors refuse tokens before they look at anything else.
  const left = name === 'v2' ? ['--exclude-operation-id', 'replaceApiToken', '--exclude-tag-regex', '^Sign-'] : [];
  // Nearly every row of v3 asks for a token, and after five wrong ones of a name the answer is 429 to all of them.
  const without = name === 'v3' ? ['--exclude-checks', 'ignored_auth'] : [];
  expect(await wrongAnswers(name, [...fewer, '--header', `Authorization:${token}`, ...left, ...without])).toBe('');
});

test.each(['v2', 'later'] as const)('and for a signed-in browser: %s', async (name) => {
  const { browser } = await system.people.paidCustomer();
  const headers = ['--header', `Cookie:${browser.cookie}`, '--header', `O-Shrimp:${browser.shrimp}`];
  // It would be signed out from then on.
  const left = name === 'v2' ? ['--exclude-operation-id', 'signOut'] : [];
  // Cookies that are sent as a header cannot be left out of a request, as this check wants it.
  const without = ['--exclude-checks', 'ignored_auth'];
  expect(await wrongAnswers(name, [...fewer, ...headers, ...left, ...without])).toBe('');
});

/** The reveal and the burn of each description. They succeed only with the keys of something that was just created. */
const ends = [
  ['v1', 'v1Share', 'v1Reveal', 'v1Burn'],
  ['v2', 'concealSecret', 'revealSecret', 'burnSecret'],
  ['later', 'laterGenerateSecret', 'laterRevealSecret', 'laterBurnSecret'],
  ['v3', 'v3GuestGenerateSecret', 'v3GuestRevealSecret', 'v3GuestBurnSecret'],
] as const;

test.each(ends)('a status or a type that is not so is found, at the end of the links too: %s', async (name, ...ids) => {
  const [, reveal, burn] = ids;
  const chain = ['--phases', 'stateful', ...ids.flatMap((id) => ['--include-operation-id', id])];
  const planted = (document: Document) => {
    const revealed = operationOf(document, reveal).responses;
    revealed['201'] = okOf(revealed);
    delete revealed['200'];
    const { content } = okOf(operationOf(document, burn).responses);
    const wrong = { type: 'string' };
    const { schema } = content['application/json'];
    content['application/json'].schema = { allOf: [schema, { properties: { record: wrong, state: wrong } }] };
    return document;
  };
  const found = await wrongAnswers(name, chain, planted);
  expect(found).toContain('Undocumented status code: 1');
  expect(found).toContain('Response violates schema: 1');
});

function operationOf({ paths }: Document, id: string): Operation {
  const found = Object.values(paths).flatMap((its) =>
    Object.values(its).filter(({ operationId }) => operationId === id),
  );
  const [operation] = found;
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
}

function okOf(responses: Readonly<Record<string, Response>>): Response {
  const { 200: ok } = responses;
  if (ok === undefined) throw new Error('an operation has no 200');
  return ok;
}
