import { expect, test } from 'vitest';
import type { Position } from '../types.ts';
import { LogEnd } from './log-end.ts';

function endAt(...answers: (string | Error)[]) {
  let asked = 0;
  const end = new LogEnd(async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return answer as Position | undefined;
  });
  return { end, asked: () => asked };
}

const at = (text: string) => text as Position;

test('readers that ask at the same time share one query', async () => {
  const { end, asked } = endAt('5');
  expect(await Promise.all([end.isAfter(at('4')), end.isAfter(at('5')), end.isAfter(at('6'))])).toEqual([
    true,
    false,
    false,
  ]);
  expect(asked()).toBe(1);
});

test('after a commit every reader asks again, even while an older query is running', async () => {
  const { end, asked } = endAt('5', '6');
  const before = end.isAfter(at('5'));
  end.forget();
  expect(await end.isAfter(at('5'))).toBe(true);
  expect(await before).toBe(false);
  expect(asked()).toBe(2);
});

test('an answer is reused for a tenth of a second, a failure is not reused', async () => {
  const { end, asked } = endAt(new Error('away'), '5', '6');
  await expect(end.isAfter(at('5'))).rejects.toThrow('away');
  expect(await end.isAfter(at('5'))).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(await end.isAfter(at('5'))).toBe(true);
  expect(asked()).toBe(3);
});

test('an empty log has nothing after anything', async () => {
  const end = new LogEnd(async () => undefined);
  expect(await end.isAfter(at(''))).toBe(false);
});
