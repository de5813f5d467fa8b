import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage } from './build-package.ts';

/** Writes the package as it is published to the directory named on the command line. Default: `dist`. */
const home = fileURLToPath(new URL('..', import.meta.url));
await buildPackage(path.resolve(process.argv[2] ?? path.join(home, 'dist')));
