import { spawnSync } from 'node:child_process';

/** Takes out what only debuggers read, a fifth of Node. What libraries and add-ons look for stays. */
export function withoutSymbols(programs: readonly string[]): void {
  const { error, status } = spawnSync('strip', ['--strip-all', ...programs], { stdio: 'inherit' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    process.stderr.write(
      'There is no strip (on Debian: apt-get install binutils), so programs are larger than they need be.\n',
    );
    return;
  }
  if (status !== 0) throw new Error(`symbols could not be taken out of ${programs.join(', ')}`, { cause: error });
}
