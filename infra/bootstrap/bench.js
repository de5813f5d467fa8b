import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { runNode } from './run.js';

/**
 * `npm run bench`: prints how fast the program that `npm start` runs is on this machine; `--help` lists its options.
 * `npm run bench:enumeration`: prints how much the timing of its answers reveals. Neither passes or fails.
 */
const [name, ...rest] = process.argv.slice(2);
const isEnumeration = name === 'enumeration';
const args = isEnumeration ? rest : process.argv.slice(2);
await ensureInstalled();
const env = args.includes('--help') ? {} : { EMBEDDED_MAIN: await builtProgram() };
const file = path.join('tests', 'load', isEnumeration ? 'enumeration.ts' : 'bench.ts');
process.exitCode = await runNode(file, args, { env });

async function builtProgram() {
  await ensureWebBuilt();
  return ensureBundled();
}
