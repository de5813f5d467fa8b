import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const published = fileURLToPath(new URL('../../../schema/published/openapi.generated.json', import.meta.url));

/** What an answer is held to. The rules of a form are the services' business, so a request that breaks one may be answered 200. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
].join(',');

/** The program that `npm test` has found or installed. */
function schemathesis(): string {
  const { SCHEMATHESIS } = process.env;
  if (SCHEMATHESIS) return SCHEMATHESIS;
  throw new Error('There is no Schemathesis: npm test installs it, or name the program in SCHEMATHESIS.');
}

/** Makes requests of the published description, the same ones in every run, and resolves with what was found wrong. */
async function wrongAnswers(words: readonly string[]): Promise<string> {
  const always = ['run', published, '--url', system.url, '--checks', checks, '--seed', '1'];
  const quiet = ['--continue-on-failure', '--warnings', 'off', '--no-color'];
  // It keeps notes where it runs, and would begin the next run with them.
  using place = temporaryPlace();
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(
    schemathesis(),
    [...always, ...quiet, ...words],
    { cwd: place.path, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout) => resolve(error === null ? '' : stripVTControlCharacters(stdout || error.message)),
  );
  return await promise;
}

const everyKind = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '2'];
const fewer = ['--phases', 'fuzzing', '--max-examples', '3'];

test('whatever a visitor sends, the answer is one that is published', async () => {
  expect(await wrongAnswers(everyKind)).toBe('');
});

test('so is it for a program with an API token', async () => {
  const token = await system.people.apiToken(await system.people.paidCustomer());
  // Its token would be another from then on; and doors refuse tokens before they look at anything else.
  const left = ['--exclude-operation-id', 'replaceApiToken', '--exclude-tag-regex', '^Sign-'];
  expect(await wrongAnswers([...fewer, '--header', `Authorization:${token}`, ...left])).toBe('');
});

test('and for a signed-in browser', async () => {
  const { browser } = await system.people.paidCustomer();
  const headers = ['--header', `Cookie:${browser.cookie}`, '--header', `O-Shrimp:${browser.shrimp}`];
  // It would be signed out from then on.
  expect(await wrongAnswers([...fewer, ...headers, '--exclude-operation-id', 'signOut'])).toBe('');
});
