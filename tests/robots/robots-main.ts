import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMain } from '../load/start-up.ts';
import { Browsers } from './browser/browsers.ts';
import { startXServer } from './browser/x-server.ts';
import { circumstances, machine, today } from './machine.ts';
import { type Figures, measure } from './measure.ts';
import { type Met, meet } from './meet.ts';
import { help, type RobotsOptions, readOptions } from './options.ts';
import { people } from './people.ts';
import { problemsOf, type Report, reportText, tableText } from './report.ts';
import { zoo } from './zoo.ts';

/** Visits at one time: more, and two cores make everybody hasty or slow. */
const atOnce = { robots: 5, people: 3 };
const limitMilliseconds = 12 * 60_000;
const before = new URL('./before.json', import.meta.url);

const options = asked();
if (options === null) process.stdout.write(help);
else await run(options);

function asked(): RobotsOptions | null {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

async function run(options: RobotsOptions): Promise<void> {
  const report: Report = { ...(await figuresOf(options)), before: JSON.parse(readFileSync(before, 'utf8')) };
  if (options.keep !== undefined) writeFileSync(options.keep, kept(report));
  if (options.report !== undefined) writeFileSync(options.report, reportText(report));
  process.stdout.write(`\n${tableText(report)}\n\n`);
  const problems = problemsOf(report);
  for (const problem of problems) console.log(`NOT AS PROMISED: ${problem}`);
  process.exitCode = problems.length > 0 || report.robots.length + report.people.length === 0 ? 1 : 0;
}

async function figuresOf(options: RobotsOptions): Promise<Omit<Report, 'before'>> {
  const directory = mkdtempSync(join(tmpdir(), 'onceover-robots-'));
  try {
    await using main = await startMain({
      ONCEOVER_DATA_DIR: join(directory, 'data'),
      ONCEOVER_KEYS_DIR: join(directory, 'keys'),
    });
    await using x = await startXServer(process.env.XVFB);
    await using browsers = new Browsers(x?.display);
    const robots = await visitAll(options, `http://127.0.0.1:${main.port}`, browsers);
    const met = await meetAll(options, `http://127.0.0.1:${main.port}`, browsers);
    return { robots, people: met, circumstances: circumstances((await browsers.get('headless')).version()) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** One after the other, so that none takes the processor from another; each has its share of the time that is left. */
async function visitAll({ secrets, only = '' }: RobotsOptions, url: string, browsers: Browsers): Promise<Figures[]> {
  const end = Date.now() + limitMilliseconds;
  const all: Figures[] = [];
  const waiting = zoo.filter(({ name }) => name.includes(only));
  for (const [place, robot] of waiting.entries()) {
    if (robot.browser !== undefined && !browsers.has(robot.browser)) {
      console.log(`LEFT OUT, there is no Xvfb: ${robot.name}`);
      continue;
    }
    const until = Date.now() + (end - Date.now()) / (waiting.length - place);
    const figures = await measure(robot, { url, browsers, secrets, atOnce: atOnce.robots, until });
    console.log(`${figures.opened} of ${figures.secrets} opened: ${robot.name}`);
    all.push(figures);
  }
  return all;
}

async function meetAll({ times, only = '' }: RobotsOptions, url: string, browsers: Browsers): Promise<Met[]> {
  const asked = times === 0 ? [] : people.filter(({ name }) => name.includes(only));
  const all: Met[] = [];
  const waiting = [...asked];
  const work = async () => {
    for (let person = waiting.shift(); person !== undefined; person = waiting.shift()) {
      const met = await meet(person, { url, browsers }, times);
      console.log(`${met.opened} of ${times} opened, ${met.asked} asked to hold: ${person.name}`);
      all.push(met);
    }
  };
  await Promise.all(Array.from({ length: atOnce.people }, work));
  return asked.flatMap(({ name }) => all.find((met) => met.name === name) ?? []);
}

function kept({ robots }: Report): string {
  const figures = robots.map(({ name, secrets, opened }) => ({ name, secrets, opened }));
  return `${JSON.stringify({ at: today(), commit: machine().commit, robots: figures }, null, 2)}\n`;
}
