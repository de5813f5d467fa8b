import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Browser } from '../support/browser.ts';
import { askedCount } from './asked-count.ts';
import { CountedCopy } from './counted-copy.ts';
import { fillTrail, seconds } from './fill-trail.ts';
import { peopleOf } from './people-of.ts';
import { residentMegabytes } from './process-usage.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { type Cell, table } from './table.ts';

/**
 * Prints how fast a colonel's export of the audit trail leaves the running product, as CSV and NDJSON, and what it costs in
 * memory, beside a raw COPY of the same entries. Nothing passes or fails. The argument is the number of entries.
 */
const count = askedCount('entries', 1_000_000);
const pollMs = 100;

interface Measured {
  readonly ms: number;
  readonly bytes: number;
  readonly lines: number;
  /** Resident memory while the export ran, in MB; null: not measured. */
  readonly highest: number | null;
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-export-bench-'));
process.env.ONCEOVER_MAIL_DIR = join(directory, 'mail');
try {
  await using own = await startOwn('exports', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  const client = new pg.Client(own.database);
  // The server may stop before the client, if something failed: what failed is printed then.
  client.on('error', () => undefined);
  await client.connect();
  const { browser } = await peopleOf(own, directory).colonel({ secondFactor: true });
  await fillTrail(own, client, count);
  await client.query('vacuum analyze');
  const before = residentMegabytes(own.mainPid).now;
  const rows: (readonly Cell[])[] = [];
  for (const format of ['csv', 'ndjson']) rows.push(rowOf(format, await exportAll(own, browser, format)));
  rows.push(rowOf('raw COPY', await copyAll(client)));
  await client.end();
  console.log(
    table([['', 'seconds', 'MB', 'MB a second', 'lines a second', 'lines', 'MB resident, highest'], ...rows]),
  );
  console.log(`resident before: ${Math.round(before)} MB; after: ${Math.round(residentMegabytes(own.mainPid).now)} MB`);
}

/** Reads as fast as it comes. */
async function exportAll(own: OwnSystem, browser: Browser, format: string): Promise<Measured> {
  const body = new URLSearchParams({ shrimp: browser.shrimp ?? '', format }).toString();
  const headers = { cookie: browser.cookie ?? '', 'content-type': 'application/x-www-form-urlencoded' };
  const started = performance.now();
  const sent = request({ host: '127.0.0.1', port: own.port, path: '/colonel/audit/export', method: 'POST', headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`the export answered ${answer.statusCode}`);
  let [bytes, lines, highest] = [0, 0, 0];
  const timer = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(own.mainPid).now);
  }, pollMs);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  clearInterval(timer);
  return { ms: performance.now() - started, bytes, lines, highest };
}

/** As PostgreSQL sends it; nothing is done with it but counting. */
async function copyAll(client: pg.Client): Promise<Measured> {
  const started = performance.now();
  const copying = client.query(new CountedCopy('copy (select * from audit.entries order by at, event_id) to stdout'));
  await copying.done.promise;
  const { bytes, lines } = copying;
  return { ms: performance.now() - started, bytes, lines, highest: null };
}

function rowOf(name: string, { ms, bytes, lines, highest }: Measured): readonly Cell[] {
  const rate = (amount: number) => amount / (ms / 1_000);
  return [name, seconds(ms), bytes / 1e6, rate(bytes / 1e6), rate(lines), String(lines), highest];
}
