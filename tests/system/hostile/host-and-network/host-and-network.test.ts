import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../../../support/api-client.ts';
import { ask } from '../../../support/http.ts';
import { waitForMail } from '../../../support/mail-files.ts';
import type { Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { rawExchange } from '../support/raw-exchange.ts';
import { volume } from '../support/volume.ts';
import { ambiguousRequests, oddTargets } from './ambiguous-requests.ts';

/** The only address whose word counts, and the only one where colonels are colonels. */
const PROXY = '127.0.0.2';
const OFFICE = '127.0.0.3';

let program: AttackedProgram<{ readonly colonel: Person; readonly nina: Person }>;
let client: ApiClient;
let host: string;

beforeAll(async () => {
  program = await startAttacked('host-and-network', {
    env: { ONCEOVER_TRUSTED_PROXIES: PROXY, ONCEOVER_COLONEL_NETWORKS: `${OFFICE}/32,10.7.0.0/16` },
    prepare: async (people) => ({
      colonel: await people.colonel({ secondFactor: true }),
      nina: await people.customer(),
    }),
  });
  client = new ApiClient(program.url);
  ({ host } = new URL(program.url));
});
afterAll(async () => {
  client[Symbol.dispose]();
  await program[Symbol.asyncDispose]();
});

const heads = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;

test('a host that is not ours gets nothing, in whatever way it is written', async () => {
  const port = new URL(program.url).port;
  const hosts = [
    'evil.example',
    `evil.example:${port}`,
    `${host}.evil.example`,
    `${host}@evil.example`,
    `evil.example#${host}`,
    `evil.example/${host}`,
    `${host},evil.example`,
    `${host} evil.example`,
    '127.0.0.1:1',
    `127.1:${port}`,
    `2130706433:${port}`,
    `0177.0.0.1:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `127.0.0.1.:${port}`,
    `evil.example\\${host}`,
    'xn--',
    '..',
    'x'.repeat(10_000),
    '',
  ];
  const paths = ['/', '/about', '/api/v2/status', '/secret/x', '/dist/x.js', '/graphql'];
  await program.attack('hosts', async () => {
    const times = volume(150);
    for (let number = 0; number < times; number += 1) {
      const [named, path] = [hosts[number % hosts.length] ?? '', paths[number % paths.length] ?? ''];
      const lines = [`GET ${path} HTTP/1.1`, `Host: ${named}`, 'Connection: close'];
      const { statuses, text } = await rawExchange(program.url, heads(lines));
      expect([named, [400, 404, 421].includes(statuses[0] ?? 0)]).toEqual([named, true]);
      expect(text).not.toContain('evil');
    }
    return times;
  });
});

test('two hosts, and none, are refused', async () => {
  for (const lines of [
    [`Host: ${host}`, 'Host: evil.example'],
    ['Host: evil.example', `Host: ${host}`],
    [`Host: ${host}`, `Host: ${host}`],
    [],
  ]) {
    const { statuses } = await rawExchange(program.url, heads(['GET /api/v2/status HTTP/1.1', ...lines]));
    expect([lines, statuses]).toEqual([lines, [lines.length === 0 ? 400 : 421]]);
  }
});

test('what a stranger says was forwarded, meant or asked otherwise changes no link, no host, no method and no path', async () => {
  const { nina } = program.cast;
  const { secretKey } = await client.conceal('stays');
  const claims = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-port': '1',
    'x-forwarded-server': 'evil.example',
    'x-forwarded-prefix': '/evil',
    forwarded: 'for=evil;host=evil.example;proto=gopher',
    'x-host': 'evil.example',
    'x-original-url': '/colonel',
    'x-rewrite-url': '/colonel',
    'x-http-method-override': 'POST',
    'x-http-method': 'DELETE',
    'x-method-override': 'POST',
  };
  for (const path of [
    '/',
    '/about',
    `/secret/${secretKey}`,
    '/api/v2/status',
    '/plans/identity',
    '/receipt/k',
    '/nothing',
  ]) {
    const { status, text, headers } = await ask(program.url, path, { headers: claims });
    expect([path, status < 500, (text + JSON.stringify(headers)).includes('evil')]).toEqual([path, true, false]);
  }
  await ask(program.url, `/api/v2/secret/${secretKey}?continue=true&_method=POST`, { headers: claims });
  expect((await client.look(secretKey)).status).toBe(200);
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ email: nina.email }).toString();
  expect((await ask(program.url, '/api/v2/forgot', { body, headers: { ...type, ...claims } })).status).toBe(200);
  const mail = await waitForMail(program.mailDir, nina.email, /password/i);
  expect(mail.text).toContain(`${program.url}/forgot/`);
  expect(mail.text + mail.html).not.toContain('evil');
});

test('a host that the proxy forwards is held to the same names', async () => {
  const lines = ['GET /about HTTP/1.1', `Host: ${host}`, 'X-Forwarded-Host: evil.example', 'Connection: close'];
  const { statuses, text } = await rawExchange(program.url, heads(lines), PROXY);
  expect([statuses, text.includes('evil')]).toEqual([[421], false]);
});

/** The status of what only colonels see, for a colonel's session. */
async function colonelFrom(from: string, more: readonly string[]): Promise<number | undefined> {
  const cookie = program.cast.colonel.browser.cookie ?? '';
  const lines = ['GET /api/v2/colonel HTTP/1.1', `Host: ${host}`, `Cookie: ${cookie}`, 'Connection: close', ...more];
  return (await rawExchange(program.url, heads(lines), from)).statuses[0];
}

test('whoever is outside the network of colonels comes in by no claim', async () => {
  expect(await colonelFrom(OFFICE, [])).toBe(200);
  const names = [
    'X-Forwarded-For',
    'X-Real-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
  ];
  const claims = [
    ...names.map((name) => [`${name}: ${OFFICE}`]),
    [`Forwarded: for=${OFFICE}`],
    [`X-Forwarded-For: ${OFFICE}, ${PROXY}`],
    [`X-Forwarded-For: ${PROXY}`, `X-Forwarded-For: ${OFFICE}`],
  ];
  await program.attack('claims of an address', async () => {
    const times = volume(60);
    for (let number = 0; number < times; number += 1) {
      const claim = claims[number % claims.length] ?? [];
      expect([claim, await colonelFrom('127.0.0.1', claim)]).toEqual([claim, 403]);
    }
    return times;
  });
});

const forwarded: readonly (readonly [string, number])[] = [
  [`X-Forwarded-For: ${OFFICE}`, 200],
  ['X-Forwarded-For: 10.7.255.255', 200],
  [`X-Forwarded-For: ::ffff:${OFFICE}`, 200],
  [`X-Forwarded-For: 198.51.100.1, ${OFFICE}`, 200],
  [`X-Forwarded-For: ${OFFICE}, 198.51.100.1`, 403],
  [`X-Forwarded-For: ${OFFICE}\r\nX-Forwarded-For: 198.51.100.1`, 403],
  [`X-Forwarded-For: ${OFFICE}, unknown`, 403],
  [`X-Forwarded-For: ${OFFICE}:80`, 403],
  ['X-Forwarded-For: 10.8.0.0', 403],
  ['X-Forwarded-For: 10.7', 403],
  ['X-Forwarded-For: 168230912', 403],
  ['X-Forwarded-For: 012.7.0.1', 403],
  ['X-Forwarded-For: ::ffff:10.8.0.0', 403],
  ['X-Forwarded-For: ::10.7.0.1', 403],
  ['X-Forwarded-For: 10.7.0.0/16', 403],
  [`X-Forwarded-For: ${'1'.repeat(10_000)}`, 403],
  ['X-Forwarded-For: ,,,', 403],
  ['X-Real-IP: 127.0.0.3', 403],
];
test.each(forwarded.map(([line, status]) => [line.slice(0, 60), line, status] as const))(
  'what the proxy forwards is read as the address that it saw last: %s',
  async (_shown, line, status) => {
    expect(await colonelFrom(PROXY, [line])).toBe(status);
  },
);

test('a request that may be read in two ways is refused, and what hides in it is not run', async () => {
  const { secretKey, metadataKey } = await client.conceal('not opened by what hides');
  const form = 'continue=true';
  const hidden = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
  const requests = { ...ambiguousRequests(host, hidden(`/api/v2/secret/${secretKey}`)) };
  await program.attack('requests within requests', async () => {
    let sent = 0;
    for (let round = 0; round < volume(1); round += 1) {
      for (const [name, bytes] of Object.entries(requests)) {
        const { statuses, isClosed } = await rawExchange(program.url, bytes);
        expect([name, statuses, isClosed]).toEqual([name, [400], true]);
        sent += 1;
      }
    }
    return sent;
  });
  expect((await client.look(secretKey)).status).toBe(200);
  expect((await client.metadata(metadataKey)).body.record.state).toBe('new');
});

test('no target leads elsewhere, out of the site or to a fault', async () => {
  const targets = oddTargets(host);
  await program.attack('targets', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const target of targets) {
        const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Content-Length: 0', 'Connection: close'];
        const { statuses, text } = await rawExchange(program.url, heads(lines));
        const status = statuses[0] ?? 0;
        expect([method, target, status >= 200 && status < 500]).toEqual([method, target, true]);
        expect(text).not.toMatch(/^Location: *(?:http|\/\/|\/\\)/im);
        expect(text).not.toMatch(/root:x:|"workspaces"|BEGIN .*KEY/);
      }
    }
    return targets.length * 3;
  });
});

test('heads that are too large cost little', async () => {
  const large = [
    [`X: ${'y'.repeat(17_000)}`],
    Array.from({ length: 3_000 }, (_, number) => `X${number}: y`),
    [`Cookie: ${'sess=x; '.repeat(3_000)}`],
  ];
  await program.attack('large heads', async () => {
    const times = volume(60);
    for (let number = 0; number < times; number += 1) {
      const lines = [`GET /about HTTP/1.1`, `Host: ${host}`, ...(large[number % large.length] ?? [])];
      const { statuses, isClosed } = await rawExchange(program.url, heads(lines));
      expect([statuses, isClosed]).toEqual([[431], true]);
    }
    return times;
  });
  const { statuses } = await rawExchange(program.url, heads([`GET /${'x'.repeat(20_000)} HTTP/1.1`, `Host: ${host}`]));
  expect(statuses).toEqual([431]);
  expect(program.faults).toEqual([]);
});
