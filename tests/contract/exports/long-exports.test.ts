import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { People } from '../../support/people.ts';
import { putEvents } from '../../support/put-events.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

/** More bytes than all buffers between the server and its reader take. */
const ENTRIES = 40_000;
const AT_ONCE = 1_000;
const PAGES = ENTRIES / AT_ONCE;

const running = new AsyncDisposableStack();
let system: TestSystem;
let colonel: Browser;
/** How many entries each question for a page of the chains allowed. */
const asked: unknown[] = [];

beforeAll(async () => {
  system = running.use(await startSystem());
  const pool = running.adopt(new pg.Pool(system.database), (each) => each.end());
  ({ browser: colonel } = await new People(system).colonel({ secondFactor: true }));
  await putEvents(pool, ENTRIES, 100);
  await eventually(
    async () => {
      const { rows } = await pool.query('select count(*)::int as count from audit.entries');
      expect(rows[0]?.count).toBeGreaterThanOrEqual(ENTRIES);
    },
    { withinMs: 200_000, everyMs: 500 },
  );
  await colonel.graph('{ plans { id } }');
  countQuestions();
}, 240_000);
afterAll(() => running.disposeAsync());
beforeEach(() => void asked.splice(0));

/** All services are in this process, so their questions to PostgreSQL can be counted here. */
function countQuestions(): void {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const counted = function (this: pg.Client, ...args: readonly unknown[]) {
    const [first, values] = args as readonly [string | pg.QueryConfig, unknown];
    const { text, values: own } = typeof first === 'string' ? { text: first, values: undefined } : first;
    const known: unknown = own ?? values;
    if (text?.includes('audit.entries') && text.includes('limit') && Array.isArray(known)) asked.push(known.at(-1));
    return Reflect.apply(query, this, args);
  };
  prototype.query = counted as typeof query;
  running.defer(() => {
    prototype.query = query;
  });
}

async function exporting(): Promise<IncomingMessage> {
  const { url, cookie = '', shrimp = '' } = colonel;
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
  const sent = request(new URL('/colonel/audit/export', url), { method: 'POST', headers });
  sent.end(new URLSearchParams({ shrimp, format: 'ndjson' }).toString());
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  running.defer(() => void answer.destroy());
  expect(answer.statusCode).toBe(200);
  return answer;
}

/** Until nothing more was asked for a while: how much was. */
async function whenQuiet(): Promise<number> {
  for (let before = -1; before !== asked.length; await sleep(700)) before = asked.length;
  return asked.length;
}

test('a long export is read a thousand entries at a time, no further than its reader has come, and it is whole', async () => {
  const answer = await exporting();
  const unread = await whenQuiet();
  expect(unread).toBeGreaterThan(0);
  expect(unread).toBeLessThan(PAGES * 0.8);
  const ids = new Set<string>();
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      const { eventId } = JSON.parse(line);
      expect(ids.has(eventId)).toBe(false);
      ids.add(eventId);
    }
  }
  expect(text).toBe('');
  expect(ids.size).toBeGreaterThan(ENTRIES);
  expect(asked.length).toBeGreaterThan(PAGES);
  expect(new Set(asked)).toEqual(new Set([AT_ONCE]));
}, 60_000);

test('when the reader of an export goes away, nothing more is read for it, and others export as before', async () => {
  const answer = await exporting();
  answer.resume();
  await once(answer, 'data');
  answer.pause();
  answer.destroy();
  const read = await whenQuiet();
  expect(read).toBeLessThan(PAGES * 0.8);
  const next = await exporting();
  const [chunk] = await once(next, 'data');
  expect(String(chunk)).toContain('eventId');
  next.destroy();
}, 60_000);
