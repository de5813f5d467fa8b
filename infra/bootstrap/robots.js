import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findChromium } from './find-chromium.js';
import { findXvfb, noXvfb } from './find-xvfb.js';
import { machine } from './machine.js';
import { giveUp, root } from './project.js';
import { runNode } from './run.js';

/**
 * `npm run robots`: robots and people come to links of the program that `npm start` runs, in real Chromium; prints who opened how
 * many. `--help` lists its options. Exit code 1: a robot without a hand opened more than it may, or a
 * person did not.
 */
const args = process.argv.slice(2);
await ensureInstalled();
process.exitCode = await runNode(path.join('tests', 'robots', 'robots-main.ts'), args, {
  env: args.includes('--help') ? {} : await whatItNeeds(),
});

async function whatItNeeds() {
  await ensureWebBuilt();
  const chromium = await findChromium();
  if (chromium === undefined) giveUp('There is no Chromium. Install one (on Debian: apt-get install chromium).');
  const xvfb = await findXvfb();
  if (xvfb === undefined) process.stdout.write(`\n${noXvfb}\n\n`);
  return {
    EMBEDDED_MAIN: await ensureBundled('embedded'),
    MACHINE: JSON.stringify(machine(root)),
    ...(xvfb === undefined ? {} : { XVFB: xvfb }),
    ...(chromium === 'playwright' ? {} : { CHROMIUM_PATH: chromium }),
  };
}
