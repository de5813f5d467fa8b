import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readEnvironment } from '../config.ts';
import { Failure } from '../failure.ts';
import { ProfileFiles } from '../keeping/profiles.ts';
import { run } from '../run.ts';

type Reply = (response: ServerResponse) => void;

const page =
  (next: number, ...numbers: readonly number[]): Reply =>
  (response) => {
    const events = numbers.map((number) => ({
      type: 'io.onceover.secret.expired',
      time: '2026-11-27T01:02:03.000Z',
      sequence: String(number).padStart(16, '0'),
      data: {},
    }));
    const body = { success: true, events, next: String(next), has_more: next > (numbers.at(-1) ?? next) };
    response.writeHead(200).end(JSON.stringify(body));
  };
const lost: Reply = (response) => response.destroy();

/** Runs the command, signed in to a server that gives these replies; the output takes so many lines. */
async function typed(argv: readonly string[], replies: readonly Reply[], { lines = 99, state = '' } = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    (replies[asked.length - 1] ?? lost)(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const home = mkdtempSync(path.join(tmpdir(), 'onceover-events-'));
  using _ = {
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
      rmSync(home, { recursive: true });
    },
  };
  const environment = readEnvironment({ HOME: home, PATH: '' }, 'linux');
  const files = new ProfileFiles(environment.configDir, 'linux');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files.keepProfile('default', { url, custid: 'nina@example.com', tokenIn: 'file' });
  files.keepToken('default', 'token');
  const file = path.join(home, 'state');
  if (state !== '') writeFileSync(file, state);
  let [printed, told]: [string[], string] = [[], ''];
  const code = await run(['events', ...argv, ...(state === '' ? [] : ['--state', file])], {
    environment,
    stdin: Readable.from([]),
    keyboard: { ask: () => Promise.reject(new Error('nobody is there to ask')) },
    output: {
      isTerminal: false,
      isErrorTerminal: false,
      print: async (text) => {
        if (text === '') return;
        if (printed.length === lines) throw new Failure('brokenPipe', 'The output was closed.');
        printed = [...printed, text];
      },
      tell: (text) => {
        told += `${text}\n`;
      },
    },
    files,
    keyStore: undefined,
    version: '1.2.3',
    untilStopped: () => new AbortController().signal,
  });
  return { code, printed: printed.length, told, asked, kept: state === '' ? '' : readFileSync(file, 'utf8') };
}

test('all that is there is asked for, page by page, and no more than the limit', async () => {
  const all = await typed(['--after', '3'], [page(6, 4, 5), page(9, 9)]);
  expect(all).toMatchObject({ code: 0, printed: 3, told: 'To go on from here: --after 9\n' });
  expect(all.asked).toEqual(['/api/v2/events?after=3&limit=200', '/api/v2/events?after=6&limit=200']);
  const some = await typed(['--limit', '2'], [page(6, 4, 5)]);
  expect(some).toMatchObject({ printed: 2, asked: ['/api/v2/events?limit=2'] });
});

test('the position is that of the last line that is out', async () => {
  expect(await typed([], [page(6, 4, 5, 6)], { state: '3\n', lines: 2 })).toMatchObject({
    code: 141,
    told: '',
    kept: '5\n',
    asked: ['/api/v2/events?after=3&limit=200'],
  });
});

test('an outage is told once, and does not end what follows', async () => {
  const { code, told, printed } = await typed(
    ['--follow', '--limit', '2'],
    [page(1, 1), lost, lost, lost, lost, page(2, 2)],
  );
  expect({ code, printed }).toEqual({ code: 0, printed: 2 });
  expect(told).toMatch(/^127\.0\.0\.1:\d+ cannot be reached[^\n]* Still trying\.\nTo go on from here: --after 2\n$/);
});

test('a server without events is said to be too old', async () => {
  const { code, told } = await typed([], [(response) => void response.writeHead(404).end('{"message":"Not Found"}')]);
  expect(code).toBe(1);
  expect(told).toMatch(/^onceover: 127\.0\.0\.1:\d+ has no events to follow: it runs an older version\.\n$/);
});
