import { colonelAnswer } from '@onceover/schema/rest/colonel';
import { expect, test } from 'vitest';
import { ask } from '../../support/http.ts';
import { expectOk, expectPlainError } from '../support/expectations.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const PATH = '/api/v2/colonel';
const notAuthorized = { status: 403, code: 'not_authorized', message: 'Not authorized' };

test('a colonel with a second factor sees counts, customers and feedback, and no content', async () => {
  const { people } = system;
  const customer = await people.customer();
  await customer.browser.post('/api/v2/secret/conceal', { secret: 'plain as day' });
  await customer.browser.post('/api/v2/feedback', { msg: 'more tea, please' });
  const colonel = await people.colonel({ secondFactor: true });
  await system.drain();
  const answer = await colonel.browser.get(PATH);
  const { record } = expectOk(answer, colonelAnswer);
  expect(record.counts).toMatchObject({ customer_count: 2, secrets_created: 1, feedback_count: 1 });
  expect(record.counts.session_count).toBeGreaterThanOrEqual(2);
  expect(record.counts.today_feedback_count + record.counts.yesterday_feedback_count).toBe(1);
  expect(record.today_feedback.concat(record.yesterday_feedback)).toEqual([
    { msg: 'more tea, please', stamp: 'a moment ago' },
  ]);
  expect(record.recent_customers.find(({ custid }) => custid === customer.email)).toMatchObject({
    planid: 'basic',
    colonel: false,
    verified: true,
    secrets_created: 1,
  });
  expect(record).toMatchObject({ redis_info: '', plans_enabled: true });
  expect(answer.text).not.toContain('plain as day');
});

test('nobody else does, and never with a token', async () => {
  const { people } = system;
  const titled = await people.colonel({ secondFactor: false });
  expectPlainError(await titled.browser.get(PATH), notAuthorized);
  const authorization = await people.apiToken(titled);
  expectPlainError(await ask(system.url, PATH, { headers: { authorization } }), notAuthorized);
  expectPlainError(await (await people.customer()).browser.get(PATH), notAuthorized);
  expectPlainError(await ask(system.url, PATH), notAuthorized);
});
