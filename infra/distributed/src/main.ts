import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { operatorWords } from '@onceover/process/command-names';

// Before anything else is loaded: compiled sources are kept, which more than halves a warm start.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));

// graphql-js repeats its development checks on every value of every answer unless it is told not to.
process.env.NODE_ENV ??= 'production';

const words = process.argv.slice(2);
const given = { ...process.env };
// A person reads what a command prints; the log, which is read when it is loaded, speaks up only when something is wrong, and beside
// the doctor not at all.
if (words[1] === 'doctor') process.env.ONCEOVER_LOG_LEVEL = 'silent';
else if (operatorWords.includes(words[1] ?? '')) process.env.ONCEOVER_LOG_LEVEL ??= 'warn';

const { runService } = await import('./run-service.ts');
await runService(words, given);
