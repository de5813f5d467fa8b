import { setTimeout as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Bells, createBells } from './bells.ts';

/** As between two processes: a ring arrives later, and listening takes a while to begin. */
function farBells(): Bells {
  const bells = createBells();
  return {
    ring: (topic) => void setTimeout(() => bells.ring(topic), 2),
    async on(topic, listener) {
      await rest(2);
      return await bells.on(topic, listener);
    },
  };
}

/** Longer than any of these rings takes. */
const arrived = () => rest(20);

describe.each([
  ['of one process', createBells],
  ['as between two processes', farBells],
])('bells, %s', (_name, open) => {
  test('a ring reaches those who listen to its topic, each once, until they stop', async () => {
    const bells = open();
    const heard: string[] = [];
    const listener = () => void heard.push('box');
    using _one = await bells.on('box:1', listener);
    const two = await bells.on('box:1', listener);
    using _other = await bells.on('box:2', () => void heard.push('other'));
    bells.ring('box:1');
    await arrived();
    two[Symbol.dispose]();
    two[Symbol.dispose]();
    bells.ring('box:1');
    bells.ring('box:3');
    await arrived();
    expect(heard).toEqual(['box', 'box', 'box']);
  });

  test('a listener that came after all others had gone is heard', async () => {
    const bells = open();
    const first = await bells.on('pulse', () => undefined);
    first[Symbol.dispose]();
    let count = 0;
    using _ = await bells.on('pulse', () => {
      count += 1;
    });
    first[Symbol.dispose]();
    bells.ring('pulse');
    await arrived();
    expect(count).toBe(1);
  });

  test('a listener may stop listening while it is called', async () => {
    const bells = open();
    let count = 0;
    const once = await bells.on('pulse', () => {
      count += 1;
      once[Symbol.dispose]();
    });
    bells.ring('pulse');
    bells.ring('pulse');
    await arrived();
    expect(count).toBe(1);
  });
});
