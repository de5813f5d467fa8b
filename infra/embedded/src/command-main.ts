import { outliveReaders } from '@onceover/process/outlive-readers';

outliveReaders();

// A person reads what a command prints; the log speaks up only when something is wrong, and beside the doctor not at all.
const given = { ...process.env };
const [name = '', ...words] = process.argv.slice(2);
if (name === 'doctor') {
  process.env.ONCEOVER_LOG_LEVEL = 'silent';
  const { runDoctorHere } = await import('./doctor.ts');
  process.exitCode = await runDoctorHere(words, given);
} else {
  process.env.ONCEOVER_LOG_LEVEL ??= 'warn';
  const { runCommandLine } = await import('./commands.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
}
