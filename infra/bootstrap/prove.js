import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findChromium, findHeadlessShell } from './find-chromium.js';
import { machine } from './machine.js';
import { neededPrograms } from './needed-programs.js';
import { giveUp, root } from './project.js';
import { binaries } from './proof/binaries.js';
import { tooSmall } from './proof/bounds.js';
import { evidenceJson, evidenceMarkdown, summaryLine } from './proof/evidence.js';
import { gateNamed, gates, piecesOf } from './proof/gates.js';
import { judgeGate } from './proof/judge.js';
import { PieceStore, seedOf } from './proof/pieces.js';
import { planOf, progressLine } from './proof/progress.js';
import { runPiece } from './proof/run-piece.js';
import { memoryDirectory } from './temporary-directory.js';

const help = `npm run prove -- [GATE or part …] [--quick] [--keep] [--again] [--seed N] [--report DIRECTORY] [--list]

Runs every gate of the security design at its full volume, in pieces, and writes a report, in Markdown and JSON. Without names: all
gates. What is done is kept in node_modules/.cache/proofs; the same command goes on where it was broken off, unless the commit is
another one. Exit code 1: something was not as promised, or was not run.

  --list      the gates, their parts and volumes
  --quick     a small volume, to try the harness: minutes and not hours for each gate
  --keep      go on with pieces of another commit; the report names both
  --again     run the named gates again, from the first piece
  --seed N    what chance begins with; by default it follows from the commit
  --report    where the report goes: docs/evidence for all gates at full volume, else a directory that git ignores`;

const cache = path.join(root, 'node_modules', '.cache', 'proofs');
const { values, positionals } = read();
const mode = values.quick ? 'quick' : 'full';
if (values.help) process.stdout.write(`${help}\n`);
else if (values.list) process.stdout.write(`${gates.flatMap(listed).join('\n')}\n`);
else process.exitCode = await prove(positionals.length === 0 ? gates : positionals.map(named));

function read() {
  const flag = { type: 'boolean', default: false };
  const options = {
    quick: flag,
    keep: flag,
    again: flag,
    list: flag,
    help: flag,
    seed: { type: 'string' },
    report: { type: 'string' },
  };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return giveUp(`${error.message}\n\n${help}`);
  }
}

function named(name) {
  return gateNamed(name) || giveUp(`${name} is no gate. There are: ${gates.map((gate) => gate.name).join(', ')}.`);
}

function listed({ name, title, parts, lacks = [] }) {
  const volume = (part) => {
    if (part.full === undefined) return 'all of it';
    return `${part[mode]} ${part.counts}, ${piecesOf(part, mode).length} pieces`;
  };
  return [
    `${name}  ${title}`,
    ...parts.map((part) => `     ${part.name}: ${part.what} (${volume(part)})`),
    ...lacks.map((what) => `     nothing runs: ${what}`),
  ];
}

async function prove(chosen) {
  await ensureInstalled();
  const here = machine(root);
  const place = path.join(cache, mode);
  const store = new PieceStore(place);
  sayBegin(store.open(here.commit, values.keep), here.commit);
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs these tests.
  const temporary = process.env.TMPDIR ?? memoryDirectory(undefined, 8 * 1024 ** 3) ?? os.tmpdir();
  const problem = tooSmall({ temporary, cache });
  if (problem !== undefined) giveUp(problem);
  const plan = planOf(chosen, mode);
  if (values.again) for (const { part, index } of plan) store.forget(part.name, index);
  const env = await programs(plan);
  const isWhole = await runAll(plan, store, { commit: here.commit, env, temporary, place });
  return report(store, chosen, { here, used: binaries(env), isWhole });
}

function sayBegin({ isNew, before }, commit) {
  if (isNew && before !== undefined)
    process.stdout.write(`The commit is ${commit} and no longer ${before}: everything begins anew (--keep goes on).\n`);
  else if (before !== undefined) process.stdout.write(`Goes on with pieces of ${before}; the rest is of ${commit}.\n`);
  else if (!isNew) process.stdout.write('Goes on where it was broken off.\n');
}

/** False if it was broken off. */
async function runAll(plan, store, { commit, env, temporary, place }) {
  const done = plan.map(({ part, index }) => store.read(part.name, index)).filter((piece) => piece !== undefined);
  const left = plan.filter(({ part, index }) => store.read(part.name, index) === undefined);
  let isBroken = false;
  const breakOff = () => {
    isBroken = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, breakOff);
  while (left.length > 0) {
    process.stdout.write(`\n── ${progressLine(left[0], left, done)} ──\n`);
    const { part, index, volume, of } = left.shift();
    const seed = seedOf(values.seed ?? commit, part.name, index);
    const result = await runPiece(part, { volume, seed, mode }, { env, temporary, place });
    // What was broken off has proved nothing, and is done again.
    if (isBroken) return false;
    const piece = { part: part.name, index, of, volume, seed, commit, at: new Date().toISOString(), ...result };
    for (const found of piece.problems) process.stdout.write(`FAILED: ${found}\n`);
    store.keep(piece);
    done.push(piece);
  }
  return true;
}

/** Only what these pieces need is looked for and built. */
async function programs(pieces) {
  const suites = pieces.map(({ part }) => (part.script === undefined ? part.suite : 'system'));
  const isBuilt = suites.some((suite) => ['contract', 'system', 'e2e'].includes(suite));
  const isInBrowser = pieces.some(({ part }) => part.isInBrowser || part.suite === 'e2e');
  const env = await neededPrograms(suites);
  if (isBuilt) {
    await ensureWebBuilt();
    Object.assign(env, {
      EMBEDDED_MAIN: await ensureBundled('embedded'),
      DISTRIBUTED_MAIN: await ensureBundled('distributed'),
    });
  }
  if (!isInBrowser) return env;
  const chromium = await findChromium();
  if (chromium === undefined) giveUp('There is no Chromium. Install one (on Debian: apt-get install chromium).');
  const shell = await findHeadlessShell(chromium);
  if (chromium !== 'playwright') env.CHROMIUM_PATH = chromium;
  if (shell !== undefined) env.HEADLESS_SHELL_PATH = shell;
  return env;
}

/** All gates stand in it, also those that were not asked for; the exit code is about those that were. */
function report(store, chosen, { here, used, isWhole }) {
  const pieces = planOf(gates, mode).flatMap(({ part, index }) => store.read(part.name, index) ?? []);
  const judged = gates.map((gate) => judgeGate(gate, mode, pieces));
  const asked = chosen.map((gate) => judgeGate(gate, mode, pieces));
  const times = pieces.map(({ at }) => at).sort();
  const commits = [...new Set(pieces.map(({ commit }) => commit))];
  const ended = times.at(-1) ?? new Date().toISOString();
  const evidence = evidenceJson({
    machine: here,
    mode,
    commits,
    binaries: used,
    began: times[0] ?? ended,
    ended,
    gates: judged,
  });
  const isEvidence = mode === 'full' && chosen.length === gates.length && isWhole;
  const directory = path.resolve(root, values.report ?? (isEvidence ? path.join('docs', 'evidence') : cache));
  const name = path.join(directory, ended.slice(0, 10));
  fs.mkdirSync(directory, { recursive: true });
  fs.writeFileSync(`${name}.json`, `${JSON.stringify(evidence, null, 1)}\n`);
  fs.writeFileSync(`${name}.md`, evidenceMarkdown(evidence));
  for (const gate of asked) {
    process.stdout.write(`\n${gate.name} ${gate.verdict}: ${gate.title}\n`);
    for (const found of gate.problems) process.stdout.write(`  ${found}\n`);
  }
  process.stdout.write(`\n${summaryLine(asked)}. The report is in ${path.relative(root, name)}.md.\n`);
  return asked.every(({ verdict }) => verdict === 'kept') ? 0 : 1;
}
