import { writeFileSync } from 'node:fs';
import { describedProgram } from '../src/described-program.ts';
import { manualPage } from '../src/manual.ts';

/** Writes the manual page anew; a test says when that is due. */
writeFileSync(new URL('../onceover.1', import.meta.url), manualPage(describedProgram()));
