import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wholeNumber } from '@onceover/schema/settings';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fewSettings, tellHealth } from './health.ts';

let server: Server;
let answer: { readonly status: number; readonly body: object };
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  server = createServer(({ url }, response) => {
    if (url === '/health/ready') response.writeHead(answer.status).end(JSON.stringify(answer.body));
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await new Promise((closed) => server.close(closed));
});

const door = (host = '127.0.0.1') => ({ host, port: (server.address() as AddressInfo).port });

test('a process that is ready says so with exit code 0, also where it listens on every address', async () => {
  answer = { status: 200, body: { status: 'ready' } };
  expect(await tellHealth(() => door())).toBe(0);
  expect(await tellHealth(() => door('0.0.0.0'))).toBe(0);
  expect(said).toEqual(['ready\n', 'ready\n']);
});

test('one that is not ready says why, with exit code 1', async () => {
  answer = { status: 503, body: { status: 'not ready', reason: 'secrets: sealed' } };
  expect(await tellHealth(() => door())).toBe(1);
  expect(said).toEqual(['not ready: secrets: sealed\n']);
});

test('where nothing listens it is not ready either', async () => {
  const { port, host } = door();
  server.close();
  expect(await tellHealth(() => ({ host, port }))).toBe(1);
  expect(said.join('')).toContain(`nothing listens at 127.0.0.1:${port}`);
});

test('a setting that cannot be used is named, and those of other parts are not looked at', async () => {
  const definition = {
    port: { env: 'ONCEOVER_PORT', schema: wholeNumber(0, 65_535), default: 3000, doc: '' },
  } as const;
  const env = { ONCEOVER_DATABASE_URL: 'postgres://elsewhere', ONCEOVER_PORT: 'eight' };
  const doorOf = () => ({ host: '127.0.0.1', ...fewSettings(definition, env) });
  expect(await tellHealth(doorOf)).toBe(1);
  expect(said.join('')).toMatch(/^not ready: ONCEOVER_PORT="eight"/);
  expect(fewSettings(definition, {})).toEqual({ port: 3000 });
});
