import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { isPinnedNode, root } from './project.js';
import { runNode } from './run.js';
import { stopWithoutNpm } from './stop-without-parent.js';

/**
 * `npm run start:distributed`: installs what is missing, builds what is out of date, then hands over to the supervisor that
 * starts every service as a process.
 */
stopWithoutNpm();
process.chdir(root);
await ensureInstalled();
await ensureWebBuilt();
const main = path.join(root, 'infra', 'distributed', 'src', 'start.ts');
if (isPinnedNode()) await import(pathToFileURL(main).href);
else
  process.exitCode = await runNode(path.join('infra', 'bootstrap', 'hand-over.js'), [main, ...process.argv.slice(2)]);
