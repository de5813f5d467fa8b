import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { findInfraTools, infraCache } from './find-infra-tools.js';
import { runNode } from './run.js';

/**
 * `npm run check:infra`: the Helm chart, the alerts and the files of compose, with the programs that read them. Fetches what it needs the first time;
 * after that it needs no network. With `--start` it also starts what the chart renders.
 */
await ensureInstalled();
const tools = Object.entries(await findInfraTools());
const main = path.join('infra', 'helm', 'src', 'check-main.ts');
const given = [`--cache=${infraCache}`].concat(tools.map(([name, at]) => `--${name}=${at}`));
process.exitCode = await runNode(main, given.concat(process.argv.slice(2)));
