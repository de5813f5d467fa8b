import fs from 'node:fs';
import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findChromium } from './find-chromium.js';
import { findKafka, withoutKafka } from './find-kafka.js';
import { findRedis, noRedis } from './find-redis.js';
import { giveUp, installed, root } from './project.js';
import { machine, mergeRows, passedLine, proofReport } from './proof-report.js';
import { run, runNode } from './run.js';
import { vitestRows } from './test-results.js';

/**
 * What takes longer than `npm test` may. A script leaves rows of its own, a suite has a row for each test.
 *
 * To add one: a line here. A script of `tests/prove` hands its rows to `reportProof`.
 */
const proofs = {
  outages: { title: 'Outages', script: 'outages.ts' },
  consumers: { title: 'Consumers killed', script: 'consumers.ts' },
  watching: { title: 'Two browsers watching', script: 'watching.ts', isInBrowser: true },
  relays: { title: 'Relays and members killed', suite: 'kafka', files: ['relay.kafka', 'members.kafka'] },
  brokers: { title: 'Brokers lost', suite: 'kafka', files: ['lost-brokers.kafka'] },
  profiles: { title: 'Both profiles, row by row', suite: 'kafka', files: ['same-tables.kafka'] },
  restarts: { title: 'Rolling restarts', suite: 'system', files: ['rolling-restart'] },
  once: { title: 'Once and in one order', suite: 'system', files: ['reveal-once', 'linearizable'] },
  hostile: { title: 'Under attack', suite: 'system', files: ['system/hostile'] },
};
/** Names the row of a proof that did not come to its end. */
const BROKEN_OFF = 'the proof itself';
const results = path.join(root, 'node_modules', '.cache', 'proofs');
const help = `npm run prove -- [${Object.keys(proofs).join('|')} …] [--report docs/PROOF.md] [words for the proofs]

Runs all of them, or some by name, and writes a report: what was done, how often, and whether every promise was kept. Needs what
npm test needs, and installs it in the same way. Takes about two hours in all. Exit code 1: something was not as promised.
One of them with --help says what it takes, such as npm run prove -- outages --times 1 --only Redis.`;

const asked = process.argv.slice(2);
const at = asked.findIndex((word) => word.startsWith('-'));
const names = at === -1 ? asked : asked.slice(0, at);
const words = at === -1 ? [] : asked.slice(at);
const report = takeReport(words);
const unknown = names.filter((name) => !Object.hasOwn(proofs, name));
if (unknown.length > 0) giveUp(`${unknown.join(', ')} is not a proof. There are: ${Object.keys(proofs).join(', ')}.`);
if (names.length === 0 && words.includes('--help')) process.stdout.write(`${help}\n`);
else process.exitCode = await prove(names.length > 0 ? names : Object.keys(proofs));

/** The file after `--report`; by default one that git ignores. */
function takeReport(words) {
  const flag = words.indexOf('--report');
  if (flag === -1) return path.join(results, 'PROOF.md');
  const [, file] = words.splice(flag, 2);
  if (file === undefined) giveUp('--report takes the name of a file, such as docs/PROOF.md.');
  return path.resolve(root, file);
}

async function prove(chosen) {
  await ensureInstalled();
  if (words.includes('--help')) return helpOf(chosen);
  const needed = await programs(chosen);
  fs.mkdirSync(results, { recursive: true });
  for (const name of chosen) {
    process.stdout.write(`\n── ${proofs[name].title} ──\n`);
    const result = proofs[name].script === undefined ? await runSuite(name, needed) : await runScript(name, needed);
    keep(name, result);
  }
  const kept = Object.keys(proofs).filter((name) => fs.existsSync(resultFile(name)));
  const sections = kept.map((name) => ({ title: proofs[name].title, ...read(name) }));
  fs.mkdirSync(path.dirname(report), { recursive: true });
  fs.writeFileSync(report, proofReport(machine(root), sections));
  const done = chosen.map(read);
  process.stdout.write(`\n${passedLine(done)}. The report is in ${path.relative(root, report)}.\n`);
  return done.some(({ rows }) => rows.length === 0 || rows.some(({ problems }) => problems.length > 0)) ? 1 : 0;
}

async function helpOf(chosen) {
  const scripts = chosen.map((name) => proofs[name].script).filter((script) => script !== undefined);
  for (const script of scripts) await runNode(path.join('tests', 'prove', script), ['--help']);
  return 0;
}

/** Without one of them there is no proof, so none begins. */
async function programs(chosen) {
  if (!(await findKafka())) giveUp(withoutKafka.trimEnd());
  const redis = await findRedis();
  if (redis === undefined) giveUp(noRedis);
  await ensureWebBuilt();
  const env = {
    REDIS_SERVER: redis,
    EMBEDDED_MAIN: await ensureBundled('embedded'),
    DISTRIBUTED_MAIN: await ensureBundled('distributed'),
  };
  if (!chosen.some((name) => proofs[name].isInBrowser)) return env;
  const chromium = await findChromium();
  if (chromium === undefined) giveUp('There is no Chromium. Install one (on Debian: apt-get install chromium).');
  return chromium === 'playwright' ? env : { ...env, CHROMIUM_PATH: chromium };
}

async function runScript(name, env) {
  const file = path.join(results, `${name}.new.json`);
  fs.rmSync(file, { force: true });
  const code = await runNode(path.join('tests', 'prove', proofs[name].script), words, {
    env: { ...env, PROOF_RESULT: file },
  });
  const result = readJson(file);
  if (result === undefined) return failed(`It ended with code ${code} and without a result.`);
  if (code === 0 || code === 1) return result;
  return { ...result, rows: result.rows.concat(failed(`It ended with code ${code} before all rows were there.`).rows) };
}

async function runSuite(name, env) {
  const { suite, files } = proofs[name];
  const file = path.join(results, `${name}.vitest.json`);
  fs.rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(installed('vitest'), ['run', '--project', suite, ...reporters, ...files], {
    env: { ...env, ONCEOVER_PROVE: '1' },
  });
  const rows = vitestRows(file);
  if (rows === undefined || rows.length === 0) return failed(`The suite ended with code ${code} and without tests.`);
  return {
    about: `\`vitest run --project ${suite} ${files.join(' ')}\` with \`ONCEOVER_PROVE=1\`.`,
    columns: ['test', 'seconds'],
    rows,
    versions: {},
  };
}

function failed(why) {
  const row = { cells: [BROKEN_OFF], problems: [why] };
  return { about: '', columns: ['proof'], rows: [row], versions: {} };
}

/** Where only some rows were asked for, the others stay as they were. */
function keep(name, result) {
  const isPart = words.includes('--only');
  const before = isPart && fs.existsSync(resultFile(name)) ? read(name) : undefined;
  const { commit } = machine(root);
  const rows = result.rows.map((row) => ({ ...row, at: new Date().toISOString(), commit }));
  const earlier = (before?.rows ?? []).filter(({ cells }) => cells[0] !== BROKEN_OFF);
  const merged = mergeRows(earlier, rows);
  fs.writeFileSync(resultFile(name), JSON.stringify({ ...result, rows: merged }));
}

function resultFile(name) {
  return path.join(results, `${name}.json`);
}

function read(name) {
  return readJson(resultFile(name));
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
