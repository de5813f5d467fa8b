import { pageDataSchema } from '@onceover/schema/web/page-data';
import { expect, test } from 'vitest';
import { type Answer, ask } from '../../support/http.ts';
import { conceal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_POLICIES: 'drafts' });

/** Headers of every page. Source: security 6.1, 6.2. */
function expectPageHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Cookie, Accept-Language, Sec-Fetch-Site',
  });
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|upgrade-insecure-requests/);
  expect(headers['permissions-policy']).toContain('clipboard-write=(self)');
  for (const name of ['set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin']) {
    expect(headers[name]).toBeUndefined();
  }
}

const publicPages = ['/', '/about', '/translations', '/info/privacy', '/info/terms', '/info/security'];

test.each(publicPages)('%s is a page with one heading and the data the app needs', async (path) => {
  const page = await ask(system.url, path);
  expect(page.status).toBe(200);
  expectPageHeaders(page);
  expect(page.headers['x-robots-tag']).toBeUndefined();
  expect(page.text.match(/<h1>/g)).toHaveLength(1);
  expect(page.text).not.toMatch(/<script>|<style|\son\w+="|\sstyle="/);
  const json = /id="page-data">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '';
  expect(pageDataSchema.parse(JSON.parse(json))).toMatchObject({ siteHost: new URL(system.url).host, shrimp: null });
});

test('a page with a key in its path is closed to robots, and is the same for every key', async () => {
  const { secretKey, metadataKey } = await conceal(system.url);
  const patterns = [
    (key: string) => `/secret/${key}`,
    (key: string) => `/private/${key}`,
    (key: string) => `/private/${key}/burn`,
  ];
  for (const pathOf of patterns) {
    const pages = [];
    for (const key of [secretKey, metadataKey, unknownKey, 'typo']) pages.push(await ask(system.url, pathOf(key)));
    for (const page of pages) {
      expect(page.status).toBe(200);
      expectPageHeaders(page);
      expect(page.headers['x-robots-tag']).toBe('noindex, nofollow, noarchive, nosnippet, noimageindex');
    }
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  }
});

test('every file that a page names exists, hashed, compressed and cached for ever', async () => {
  const page = await ask(system.url, '/', { headers: { 'accept-language': 'he' } });
  const named = [
    ...page.text.matchAll(/(?:src|href)="(\/dist\/[^"]+)"/g),
    ...String(page.headers.link).matchAll(/<([^>]+)>/g),
  ];
  const files = new Set(named.map((match) => match[1] ?? ''));
  expect(files.size).toBeGreaterThan(3);
  for (const file of files) {
    const asset = await ask(system.url, file, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([file, asset.status]).toEqual([file, 200]);
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  }
});

test('an unknown path is the 404 page, with its status', async () => {
  const page = await ask(system.url, '/nothing/here');
  expect(page.status).toBe(404);
  expectPageHeaders(page);
  expect(page.text).toContain('<title>404 - Page Not Found</title>');
});

test('an unknown file is 404, not a page', async () => {
  for (const path of ['/dist/nothing.js', '/dist/shell.json', '/dist/..%2fpackage.json', '/dist/']) {
    const answer = await ask(system.url, path);
    expect([path, answer.status, answer.text.includes('<')]).toEqual([path, 404, false]);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});

test('health says that the process is alive and ready', async () => {
  expect(await ask(system.url, '/health/live')).toMatchObject({ status: 200, json: { status: 'live' } });
  expect(await ask(system.url, '/health/ready')).toMatchObject({ status: 200, json: { status: 'ready' } });
});

test('requests for another host are refused', async () => {
  for (const path of ['/', '/api/v2/status', `/secret/${unknownKey}`]) {
    const answer = await ask(system.url, path, { headers: { host: 'evil.example' } });
    expect(answer.status).toBe(421);
    expect(answer.text).not.toContain('evil.example');
  }
});
