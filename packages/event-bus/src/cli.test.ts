import { NamedError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { runEventsCommand, runRebuildCommand } from './cli.ts';

class CannotOpen extends NamedError {}

test.each([
  ['events status', () => runEventsCommand(['status'], failing())],
  ['rebuild', () => runRebuildCommand([], failing())],
])('%s: what keeps the place from being opened is thrown as it is', async (_name, run) => {
  await expect(run()).rejects.toThrow(new CannotOpen(why));
});

const why = `The settings are wrong:\n${'  one of many settings\n'.repeat(40)}`;

function failing() {
  const write = (line: string) => expect.unreachable(line);
  return { open: () => Promise.reject(new CannotOpen(why)), write };
}
