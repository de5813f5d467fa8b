import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { isPinnedNode, root } from './project.js';
import { runNode } from './run.js';
import { stopWithoutNpm } from './stop-without-parent.js';

/**
 * `npm start`: installs what is missing, builds what is out of date, then hands over to the embedded system. Service
 * managers and containers run this file itself.
 */
stopWithoutNpm();
// Wherever it was called from, `./data` lies in the checkout, as with npm.
process.chdir(root);
await ensureInstalled();
await ensureWebBuilt();
const main = await ensureBundled('embedded');
// Once the pinned Node is installed, npm puts it first on the path, and no second process is needed.
if (isPinnedNode()) await import(pathToFileURL(main).href);
else
  process.exitCode = await runNode(path.join('infra', 'bootstrap', 'hand-over.js'), [main, ...process.argv.slice(2)]);
