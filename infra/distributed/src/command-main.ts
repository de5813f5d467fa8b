// A person reads what the command prints; the log speaks up only when something is wrong.
process.env.ONCEOVER_LOG_LEVEL ??= 'warn';

const { runCommandLine } = await import('./operator/commands.ts');
const [at = '', ...argv] = process.argv.slice(2);
process.exitCode = await runCommandLine({
  argv,
  at,
  env: process.env,
  write: (line) => void process.stdout.write(`${line}\n`),
});
