import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { runChild } from './run-child.ts';

const command = (script: string) => ['-e', script];
const stays = "console.log('box is up: here'); setInterval(() => {}, 1000);";
const options = { name: 'box', env: {}, firstPauseMs: 20 };

test('a process that dies is said and started again, ever more slowly, and stops when it is told to', async () => {
  const lines: string[] = [];
  const child = await runChild({ ...options, command: command(stays), say: (line) => void lines.push(line) });
  expect(child.where).toBe('here');
  for (const pause of [0.02, 0.04]) {
    const { pid } = child;
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(lines).toContain(`box has ended (SIGKILL); it is started again in ${pause} s`));
    await eventually(() => expect(lines.at(-1)).toBe('box is up again: here'));
    expect(child.pid).not.toBe(pid);
  }
  const { pid } = child;
  await child[Symbol.asyncDispose]?.();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(lines).toHaveLength(4);
});

test('a process that never comes up is an error that says how it ended', async () => {
  const say = () => undefined;
  await expect(runChild({ ...options, command: command('process.exit(3)'), say })).rejects.toThrow('exit code 3');
});

test('a process sees no setting that is not its own', async () => {
  process.env.ONCEOVER_PORT = '1';
  const script = "console.log('box is up: ' + (process.env.ONCEOVER_PORT ?? 'none')); setInterval(() => {}, 1000);";
  const child = await runChild({ ...options, command: command(script), say: () => undefined });
  delete process.env.ONCEOVER_PORT;
  expect(child.where).toBe('none');
  await child[Symbol.asyncDispose]?.();
});
