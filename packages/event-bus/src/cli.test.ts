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

test('the help says by words of the product which reasons there are, and what else is listed', async () => {
  const lines: string[] = [];
  const words = { reasons: ['worn-out', 'mislaid'], givenUp: 'parcels that nobody took' };
  const help = (...argv: string[]) =>
    runEventsCommand([...argv, '--help'], { ...failing(), write: (line) => lines.push(line), words });
  expect([await help('skip'), await help('dlq')]).toEqual([0, 0]);
  expect(lines.join('\n').replaceAll(/\s+/g, ' ')).toMatch(
    /worn-out, mislaid, or one of your own .* lists them, and parcels that nobody took/,
  );
});

const why = `The settings are wrong:\n${'  one of many settings\n'.repeat(40)}`;

function failing() {
  const write = (line: string) => expect.unreachable(line);
  return { open: () => Promise.reject(new CannotOpen(why)), write };
}
