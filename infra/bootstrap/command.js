import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { runNode } from './run.js';

/** `npm run accounts|events|rebuild|audit|mail|keys`: installs what is missing, then runs the operator's command. */
await ensureInstalled();
process.exitCode = await runNode(path.join('infra', 'embedded', 'src', 'command-main.ts'), process.argv.slice(2));
