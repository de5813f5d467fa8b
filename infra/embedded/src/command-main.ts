// A person reads what the command prints; the log speaks up only when something is wrong.
process.env.ONCEOVER_LOG_LEVEL ??= 'warn';

const { runCommandLine } = await import('./commands.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
