import { pathToFileURL } from 'node:url';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { isPinnedNode } from './project.js';
import { runNode } from './run.js';

/** `npm start`: installs what is missing, builds what is out of date, then hands over to the embedded system. */
await ensureInstalled();
await ensureWebBuilt();
const main = await ensureBundled();
// Once the pinned Node is installed, npm puts it first on the path, and no second process is needed.
if (isPinnedNode()) await import(pathToFileURL(main).href);
else process.exitCode = await runNode(main, process.argv.slice(2));
