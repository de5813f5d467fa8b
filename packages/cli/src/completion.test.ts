import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript } from './completion.ts';
import { describedProgram } from './described-program.ts';

/** What bash offers for a line whose last word is being typed. */
function offeredByBash(...words: readonly string[]): readonly string[] {
  const script = `${completionScript('bash', describedProgram())}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_onceover; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

test('bash completes commands, options, shells and files', () => {
  expect(offeredByBash('onceover', 's')).toEqual(['share', 'status']);
  expect(offeredByBash('onceover', 'share', '--passphrase')).toEqual([
    '--passphrase',
    '--passphrase-file',
    '--passphrase-fd',
  ]);
  expect(offeredByBash('onceover', 'status', '--wa')).toEqual(['--watch']);
  expect(offeredByBash('onceover', 'ev')).toEqual(['events']);
  expect(offeredByBash('onceover', 'events', '--fo')).toEqual(['--follow']);
  expect(offeredByBash('onceover', 'events', '--state', '/etc/host')).toContain('/etc/hosts');
  expect(offeredByBash('onceover', 'completion', 'f')).toEqual(['fish']);
  expect(offeredByBash('onceover', 'share', '--file', '/etc/host')).toContain('/etc/hosts');
});

test.each(['zsh', 'fish'])('the script of %s knows every command and option', (shell) => {
  const script = completionScript(shell, describedProgram());
  for (const command of describedProgram().commands) {
    expect(script).toContain(command.name());
    for (const { long } of command.options)
      expect(script).toContain(shell === 'fish' ? `-l ${long?.slice(2)}` : `'${long}[`);
  }
});

test('another shell is refused with those there are', () => {
  expect(() => completionScript('ksh', describedProgram())).toThrow('There is completion for bash, zsh, fish.');
});
