import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { migratedDatabase } from '../../support/fresh-database.ts';
import { type OverheardDatabase, overhearPostgres } from '../../support/overhear-postgres.ts';
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
let database: OverheardDatabase;

beforeAll(async () => {
  const { address } = running.use(await migratedDatabase());
  database = running.use(await overhearPostgres(address));
  system = running.use(await startSystem({ database: database.address }));
  const pool = running.adopt(new pg.Pool(system.database), (each) => each.end());
  ({ browser: colonel } = await new People(system).colonel({ secondFactor: true }));
  await putEvents(pool, ENTRIES, 100);
  // On a busy machine so many entries take longer than one wait.
  await eventually(system.drain, { withinMs: 180_000 });
}, 240_000);
afterAll(() => running.disposeAsync());
beforeEach(() => void database.answers.splice(0));

/** How many entries were read with each question for a page of them; other questions have fewer rows. */
const pages = () => database.answers.filter((rows) => rows > AT_ONCE / 2);

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

/** Until nothing more was read for a while: how many pages were. */
async function whenQuiet(): Promise<number> {
  for (let before = -1; before !== pages().length; await sleep(700)) before = pages().length;
  return pages().length;
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
  expect(pages().length).toBeGreaterThanOrEqual(PAGES);
  expect(Math.max(...pages())).toBe(AT_ONCE);
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
