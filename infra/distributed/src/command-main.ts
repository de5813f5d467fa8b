import { outliveReaders } from '@onceover/process/outlive-readers';

outliveReaders();

// A person reads what a command prints; the log speaks up only when something is wrong, and beside the doctor not at all.
const given = { ...process.env };
const [at = '', ...argv] = process.argv.slice(2);
if (argv[0] === 'doctor') {
  process.env.ONCEOVER_LOG_LEVEL = 'silent';
  const { runDoctorAt } = await import('./operator/doctor.ts');
  process.exitCode = await runDoctorAt({ at, env: given }, argv.slice(1));
} else {
  process.env.ONCEOVER_LOG_LEVEL ??= 'warn';
  const { runCommandLine } = await import('./operator/commands.ts');
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  process.exitCode = await runCommandLine({ argv, at, env: process.env, write });
}
