import fs from 'node:fs';
import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findChromium, findHeadlessShell } from './find-chromium.js';
import { findFirefox, noFirefox, noWebKit } from './find-firefox.js';
import { findKafka, withoutKafka } from './find-kafka.js';
import { neededPrograms } from './needed-programs.js';
import { installed, root } from './project.js';
import { run } from './run.js';
import { memoryDirectory } from './temporary-directory.js';
import { readPlaywright, readVitest, summary, whatFailed } from './test-results.js';

const KAFKA = 'kafka';
const PROJECTS = ['unit', 'int', KAFKA, 'contract', 'system'];
/** What else belongs to a suite: its files that share their process with no other. */
const ALSO = { unit: ['unit-alone'] };
const BROWSER = 'e2e';
const reports = path.join(root, 'node_modules', '.cache', 'test-results');

/**
 * `npm test`: every suite, then one line with the total. `npm test -- unit int` runs some of them. Anything that is not
 * the name of a suite, such as a path, goes to the runners.
 */
const asked = process.argv.slice(2);
const suites = [...PROJECTS, BROWSER].filter((name) => asked.includes(name));
const chosen = suites.length > 0 ? suites : [...PROJECTS, BROWSER];
const narrowing = asked.filter((word) => !chosen.includes(word));

await ensureInstalled();
// What is built takes the cores, and what is fetched waits for others: neither needs the other.
const [built, found] = await Promise.all([build(), neededPrograms(chosen)]);
const programs = { ...built, ...found };
fs.mkdirSync(reports, { recursive: true });
/** Where a directory for temporary files is named, that one is used. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs these tests.
const temporary = process.env.TMPDIR ?? memoryDirectory();
if (temporary !== undefined) process.env.TMPDIR = temporary;

const results = [];
/** What no test of this run has met, for its last lines. */
const untried = [];
const running = runningBeside(await suitesBeside());
for (const suite of chosen) {
  heading(suite);
  if (suite === BROWSER) results.push(...(await browserSuites()));
  else results.push(await (running.has(suite) ? told(running.get(suite)) : vitestSuite(suite)));
}

process.stdout.write(`${whatFailed(results)}\n${untried.map((line) => `${line}\n`).join('')}${summary(results)}\n`);
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0;

/** Side by side: each is built by one core for most of its time. */
async function build() {
  const [, embedded, distributed] = await Promise.all([
    ensureWebBuilt(),
    ensureBundled('embedded'),
    ensureBundled('distributed'),
  ]);
  return { EMBEDDED_MAIN: embedded, DISTRIBUTED_MAIN: distributed };
}

/** What is mostly waited for: brokers, and one file that takes as long as all others of its suite. */
async function suitesBeside() {
  if (!chosen.includes('unit')) return [];
  return [...((await findKafka()) ? [KAFKA] : []), 'contract'].filter((suite) => chosen.includes(suite));
}

/** They run one after another while the suites before them take the cores, and are told at their place. */
function runningBeside(suites) {
  let last = Promise.resolve();
  return new Map(
    suites.map((suite) => {
      last = last.then(() => beside(suite));
      return [suite, last];
    }),
  );
}

async function beside(project) {
  const log = path.join(reports, `${project}.log`);
  const output = fs.openSync(log, 'w');
  const result = await vitestSuite(project, ['ignore', output, output]);
  fs.closeSync(output);
  return { log, result };
}

async function told(running) {
  const { log, result } = await running;
  process.stdout.write(fs.readFileSync(log));
  return result;
}

async function vitestSuite(project, stdio) {
  if (project === KAFKA && !(await findKafka())) return couldNotRun(withoutKafka);
  const report = freshReport(project);
  const outside = freshReport(`${project}-outside-tests`);
  const reporters = ['default', 'json', path.join(root, 'infra', 'bootstrap', 'errors-outside-tests.js')];
  const projects = [project, ...(ALSO[project] ?? [])].flatMap((name) => ['--project', name]);
  const words = ['run', ...projects, `--outputFile.json=${report}`];
  words.push(...reporters.map((reporter) => `--reporter=${reporter}`));
  if (narrowing.length > 0) words.push('--passWithNoTests', ...narrowing);
  const code = await run(installed('vitest'), words, {
    stdio,
    env: { ...programs, ERRORS_OUTSIDE_TESTS: outside },
  });
  return judged(project, readVitest(report, outside), code);
}

/** Chromium runs every test. Where Firefox is missing its flows could not run, which is told at the end, too. */
async function browserSuites() {
  untried.push(noWebKit);
  const firefox = await findFirefox();
  const result = await browserSuite(firefox);
  if (firefox !== undefined) return [result];
  untried.push(`NOT TRIED: Firefox. ${noFirefox}`);
  return [result, couldNotRun(`${noFirefox}\n`)];
}

async function browserSuite(firefox) {
  const chromium = await findChromium();
  if (chromium === undefined) {
    return couldNotRun(
      'There is no Chromium. Playwright could not download its own, and there is none on the path.\n' +
        'Install one (on Debian: apt-get install chromium) to run the browser tests.\n',
    );
  }
  const report = freshReport(BROWSER);
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, FIREFOX_PATH: firefox ?? '' };
  if (chromium !== 'playwright') env.CHROMIUM_PATH = chromium;
  const shell = await findHeadlessShell(chromium);
  if (shell !== undefined) env.HEADLESS_SHELL_PATH = shell;
  const config = ['--config', path.join('tests', 'e2e', 'playwright.config.ts')];
  const code = await run(
    installed('playwright'),
    [
      'test',
      ...config,
      // The last one says at the end how much each measured page jumped.
      `--reporter=list,json,${path.join('tests', 'e2e', 'support', 'summary-reporter.ts')}`,
      ...(narrowing.length > 0 ? ['--pass-with-no-tests'] : []),
      ...narrowing,
    ],
    { env },
  );
  return judged(BROWSER, readPlaywright(report), code);
}

/** Fine on a developer's machine, but a CI build that opened no page, or met no broker, proves nothing. */
function couldNotRun(why) {
  process.stdout.write(why);
  return process.env.CI ? failedAsAWhole({}, why) : { passed: 0, failed: 0, skipped: 1, failures: [] };
}

/** A suite that ran no tests, or ended with an error that is told nowhere, has failed. */
function judged(suite, result, code) {
  if (result === undefined) return failedAsAWhole({}, `${suite}: no report was written.`);
  if (result.passed + result.failed === 0 && narrowing.length === 0) {
    return failedAsAWhole(result, `${suite}: no tests ran.`);
  }
  if (code !== 0 && result.failed === 0) {
    return failedAsAWhole(result, `${suite}: the runner exited with code ${code}, although none of its tests failed.`);
  }
  return result;
}

function failedAsAWhole({ passed = 0, skipped = 0 }, why) {
  return { passed, failed: 1, skipped, failures: [`${why.trimEnd()}\n    The suite counts as failed.`] };
}

function freshReport(suite) {
  const file = path.join(reports, `${suite}.json`);
  fs.rmSync(file, { force: true });
  return file;
}

function heading(suite) {
  process.stdout.write(`\n── ${suite} ──\n`);
}
