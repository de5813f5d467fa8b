import { expect, test } from 'vitest';
import { askUnlessOvertaken, noteTold } from './overtaken.ts';

test('an answer that a stream has overtaken is asked for again, and the one after that counts', async () => {
  const answers = ['old', 'new'];
  const asked = askUnlessOvertaken(async () => {
    const answer = answers.shift();
    if (answer === 'old') noteTold();
    return answer;
  });
  expect(await asked).toBe('new');
});

test('a stream that never rests delays no answer for ever', async () => {
  let asked = 0;
  const ask = async () => {
    noteTold();
    asked += 1;
    return asked;
  };
  expect(await askUnlessOvertaken(ask)).toBe(3);
});

test('without a stream an answer is asked for once', async () => {
  let asked = 0;
  await askUnlessOvertaken(async () => {
    asked += 1;
  });
  expect(asked).toBe(1);
});
