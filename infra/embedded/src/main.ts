import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { operatorWords } from '@onceover/process/command-names';

// Before anything else is loaded: compiled sources are kept, which more than halves a warm start.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)));

// graphql-js repeats its development checks on every value of every answer unless it is told not to.
process.env.NODE_ENV ??= 'production';

const [first = '', ...more] = process.argv.slice(2);
if (first === 'health') {
  const { embeddedHealth } = await import('./embedded-health.ts');
  process.exitCode = await embeddedHealth(more, process.env);
} else if (operatorWords.includes(first)) {
  await import('./command-main.ts');
} else {
  const { runEmbedded } = await import('./run-embedded.ts');
  await runEmbedded(
    [first, ...more].filter((word) => word !== ''),
    process.env,
  );
}
