import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Comparison, comparisonTable, type TrialRow } from './comparison.ts';
import type { Product } from './driver.ts';
import { drivers } from './drivers.ts';
import { type Hands, kill, race, restore } from './trials.ts';

const help = `npm run compare -- --driver NAME --url URL [options]

Puts a running product to three trials, and counts: how many opens at one moment get the content of one secret; what a kill -9 loses or
brings back; what a restored backup brings back. Prints a table and JSON. It passes nothing and fails nothing. Do this to a server of
your own alone, and switch its limits off.

  --driver NAME             ${Object.keys(drivers).join(', ')}
  --url URL                 where it answers, such as http://127.0.0.1:3000
  --version TEXT            what to call it in the table
  --secrets 50              how many secrets each trial takes
  --parallel 16             how many open each of them at one moment
  --rounds 3                how often it is killed
  --restart-command TEXT    a command for the shell that kills the server (kill -9) and starts it again; without it nothing is killed
  --backup-command TEXT     one that makes a backup, and
  --restore-command TEXT    one that restores it and leaves the server running; without them nothing is restored
  --json FILE               where to write the figures as well`;

const UP_WITHIN_MS = 180_000;

const { values } = parseArgs({
  options: {
    driver: { type: 'string' },
    url: { type: 'string' },
    version: { type: 'string', default: '(version unknown)' },
    secrets: { type: 'string', default: '50' },
    parallel: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '3' },
    'restart-command': { type: 'string' },
    'backup-command': { type: 'string' },
    'restore-command': { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

await main();

async function main(): Promise<void> {
  const driver = drivers[values.driver ?? ''];
  if (values.help || driver === undefined || values.url === undefined) {
    console.log(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const url = values.url.replace(/\/+$/, '');
  const trials = await runTrials(driver.connect(url), handsFor(url));
  const date = new Date().toISOString().slice(0, 10);
  const comparison: Comparison = { product: driver.title, version: values.version, date, trials };
  console.log(`\n${comparisonTable(comparison)}\n`);
  const json = JSON.stringify(comparison, null, 2);
  if (values.json === undefined) console.log(json);
  else writeFileSync(values.json, `${json}\n`);
}

async function runTrials(product: Product, hands: Hands): Promise<TrialRow[]> {
  const secrets = wholeNumber('secrets');
  const rows: TrialRow[] = [];
  console.log('race …');
  rows.push({ trial: 'race', tally: await race(product, secrets, wholeNumber('parallel')) });
  if (values['restart-command'] !== undefined) {
    console.log('kill …');
    const { unopened, opened } = await kill(product, hands, Math.ceil(secrets / 2), wholeNumber('rounds'));
    rows.push(
      { trial: 'killed, not opened before', tally: unopened },
      { trial: 'killed, opened before', tally: opened },
    );
  }
  if (values['backup-command'] !== undefined && values['restore-command'] !== undefined) {
    console.log('restore …');
    const { unopened, opened } = await restore(product, hands, Math.ceil(secrets / 2));
    rows.push(
      { trial: 'restored, not opened before', tally: unopened },
      { trial: 'restored, opened before', tally: opened },
    );
  }
  return rows;
}

function wholeNumber(name: 'secrets' | 'parallel' | 'rounds'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 1) throw new TypeError(`--${name} takes a whole number.`);
  return number;
}

function handsFor(url: string): Hands {
  const runAndWait = async (command: string | undefined) => {
    await inShell(command ?? '');
    await untilUp(url);
  };
  return {
    killAndStart: () => runAndWait(values['restart-command']),
    backUp: () => inShell(values['backup-command'] ?? ''),
    restore: () => runAndWait(values['restore-command']),
  };
}

/** What it leaves running must not hold on to our pipes, so it gets none. */
async function inShell(command: string): Promise<void> {
  const child = spawn(command, { shell: true, stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`ended with code ${code}: ${command}`);
}

async function untilUp(url: string): Promise<void> {
  const last = Date.now() + UP_WITHIN_MS;
  for (;;) {
    try {
      const { status } = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } });
      if (status < 500) return;
    } catch (error) {
      if (Date.now() > last) throw new Error(`${url} does not answer.`, { cause: error });
    }
    if (Date.now() > last) throw new Error(`${url} does not answer as it should.`);
    await delay(200);
  }
}
