import { expect, test } from './support/fixtures.ts';
import { measureMainThread } from './support/main-thread.ts';

test('the first render of the home page is cut into slices: nothing blocks longer than reading the code', async ({
  browser,
  baseURL,
}) => {
  const ratios: number[] = [];
  for (let opened = 0; opened < 5; opened += 1) {
    const { tasks, longestEvaluation } = await measureMainThread(browser, { url: `${baseURL}/` });
    expect(longestEvaluation).toBeGreaterThan(0);
    ratios.push(Math.max(...tasks) / longestEvaluation);
  }
  const median = ratios.toSorted((one, other) => one - other)[2];
  expect(median, `longest task by longest evaluation: ${ratios.join(', ')}`).toBeLessThan(1.45);
});
