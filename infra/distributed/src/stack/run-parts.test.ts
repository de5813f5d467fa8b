import { expect, test } from 'vitest';
import { type Part, runParts } from './run-parts.ts';

function table() {
  const [events, lines]: [string[], string[]] = [[], []];
  const part = (name: string, needs: readonly string[] = [], failure?: string): Part => ({
    name,
    needs,
    async start() {
      events.push(`start ${name}`);
      if (failure !== undefined) throw new Error(failure);
      return { where: `at ${name}`, [Symbol.asyncDispose]: async () => void events.push(`stop ${name}`) };
    },
  });
  return { events, lines, part, say: (line: string) => void lines.push(line) };
}

test('a part is started when what it needs is up, and all are stopped from the end of the table', async () => {
  const { events, lines, part, say } = table();
  {
    await using _ = await runParts([part('keys'), part('store', ['keys']), part('door', ['store', 'keys'])], say);
    expect(events).toEqual(['start keys', 'start store', 'start door']);
  }
  expect(events.slice(3)).toEqual(['stop door', 'stop store', 'stop keys']);
  expect(lines.filter((line) => line.startsWith('store'))).toEqual([
    'store  is started',
    expect.stringMatching(/^store {2}is up after \d+\.\d s: at store$/),
    'store  has stopped',
  ]);
});

test('a part that cannot be started is named with its reason, what needs it is not started, and the rest is stopped', async () => {
  const { events, part, say } = table();
  const parts = [part('keys'), part('store', ['keys'], 'The disk is full.'), part('door', ['store'])];
  await expect(runParts(parts, say)).rejects.toThrow(/^store could not be started. The disk is full.$/);
  expect(events).toEqual(['start keys', 'start store', 'stop keys']);
});

test('a table that names a part below is refused', async () => {
  const { part, say } = table();
  await expect(runParts([part('door', ['store'])], say)).rejects.toThrow('door needs store');
});
