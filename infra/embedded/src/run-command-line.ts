import { openCommandDatabase, runCommand } from './commands.ts';
import { loadEmbeddedConfig } from './config.ts';
import { startProblem } from './start-problem.ts';

/** `npm run accounts -- …` and `npm run events -- …`, beside a running server or without one. Gives the exit code. */
export async function runCommandLine(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const config = loadEmbeddedConfig(env);
    await using stack = new AsyncDisposableStack();
    return await runCommand(argv, { config, database: await openCommandDatabase(config, stack), write });
  } catch (error) {
    const problem = startProblem(error, { host: '', port: 0 });
    process.stderr.write(`${problem ?? (error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
}
