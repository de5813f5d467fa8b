import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { runNode } from './run.js';

/** `npm run key-store`: installs what is missing, then runs the key store, or one of its commands. */
await ensureInstalled();
process.exitCode = await runNode(path.join('infra', 'keys', 'src', 'main.ts'), process.argv.slice(2));
