import { pathToFileURL } from 'node:url';
import { stopWithoutBootstrap } from './stop-without-parent.js';

/** The server as a process of its own, for a bootstrap that another Node runs; the first word is the file to run. */
stopWithoutBootstrap();
const [main] = process.argv.splice(2, 1);
await import(pathToFileURL(main).href);
