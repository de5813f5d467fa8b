import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningGateway } from '../service.ts';
import { ask } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';
import { type ApiName, openApiPaths, paths, schemaPathOf } from './page.ts';
import { type OpenApi, publishedTypes } from './published.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

const committed = (name: string) =>
  readFileSync(new URL(`../../../../schema/published/${name}`, import.meta.url), 'utf8');

const apiNames = Object.keys(openApiPaths) as ApiName[];

const pages = [paths.index, paths.api, paths.events, paths.graph];

test('the documents are served as they were reviewed', async () => {
  const documents = [
    [paths.openApi, 'openapi.v2.generated.json'],
    ...apiNames.map((name) => [openApiPaths[name], `openapi.${name}.generated.json`] as const),
    [paths.asyncApi, 'asyncapi.generated.json'],
    [paths.sdl, 'graph.generated.graphql'],
    ...publishedTypes().map((type) => [schemaPathOf(type), `events/${type}.generated.json`] as const),
  ] as const;
  for (const [path, file] of documents) expect((await ask(gateway.port, path)).text, path).toBe(committed(file));
});

test.each([
  [{ ONCEOVER_API_V1: 'off' }, ['v2', 'later', 'v3']],
  [{ ONCEOVER_API_LATER: 'off' }, ['v1', 'v2']],
])('of clients that are not answered there is no document: %o', async (env: Record<string, string>, wanted) => {
  await using few = await startTestGateway({ env });
  const { text } = await ask(few.port, paths.api);
  for (const name of apiNames) {
    const isThere = wanted.includes(name);
    expect((await ask(few.port, openApiPaths[name])).status, name).toBe(isThere ? 200 : 404);
    if (name !== 'v2') expect(text.includes(openApiPaths[name]), name).toBe(isThere);
  }
});

test('every type of event has its JSON Schema where its events say', () => {
  const { channels } = JSON.parse(committed('asyncapi.generated.json'));
  expect(publishedTypes().toSorted()).toEqual(Object.keys(channels.events.messages).toSorted());
  expect(committed('asyncapi.generated.json')).toContain(schemaPathOf('io.onceover.secret.received'));
});

test.each(pages)(
  '%s is a page within the policy of the site, the same for everybody, which may be kept',
  async (path) => {
    const { status, headers, text } = await ask(gateway.port, path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("style-src 'self';");
    expect(headers.vary).toBe('Accept-Encoding');
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).not.toMatch(/<script(?! src="\/dist\/)|<style| style="| on\w+="/);
    expect([...text.matchAll(/(?:src|href)="(?!\/|#)([^"]*)"/g)].map(([, address]) => address)).toEqual([]);
    const again = await ask(gateway.port, path, { headers: { cookie: 'sess=abc; locale=he' } });
    expect(again.text).toBe(text);
  },
);

test('HEAD answers as GET does, without the body', async () => {
  for (const path of [...pages, paths.openApi, paths.sdl, paths.style]) {
    const { status, headers, text } = await ask(gateway.port, path, { method: 'HEAD' });
    const got = await ask(gateway.port, path);
    expect([status, text, headers['content-length']], path).toEqual([200, '', got.headers['content-length']]);
  }
});

test('a document is compressed for whoever takes it', async () => {
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await ask(gateway.port, paths.api, { headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Number(headers['content-length'])).toBeLessThan(40_000);
  }
});

test.each(['/docs/other', '/docs/api/other.json', '/docs/events/schemas/io.onceover.account.registered.json'])(
  '%s is not there',
  async (path) => expect((await ask(gateway.port, path)).status).toBe(404),
);

test('the page has every row of the API, once', async () => {
  const { text } = await ask(gateway.port, paths.api);
  const document = JSON.parse(committed('openapi.v2.generated.json')) as OpenApi;
  for (const { parameters, ...operations } of Object.values(document.paths)) {
    for (const { operationId } of Object.values(operations)) expect(text.split(` id="${operationId}"`)).toHaveLength(2);
  }
});
