import { confirmationOf } from '@onceover/schema/confirmation';
import { expect, test } from 'vitest';
import type { Person } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_RATE_LIMITS: 'on' });

async function limitsOf({ browser }: Person) {
  const { json } = await browser.graph(
    '{ requestLimits { limits { limit } limited { id limit kind who actions seconds until refused } } }',
  );
  return json.data.requestLimits;
}
async function lift({ browser }: Person, id: string, confirmation = confirmationOf(id)) {
  const input = `{ id: "${id}", confirmation: "${confirmation}", reason: OWNER_ASKED }`;
  const { json } = await browser.graph(`mutation { liftLimit(input: ${input}) { __typename } }`);
  return json.data.liftLimit.__typename;
}

test('a colonel sees whom a limit holds back, lifts it with a reason, and the next request passes; the trail tells it', async () => {
  const nina = await system.people.customer();
  const colonel = await system.people.colonel({ secondFactor: true });
  const change = async () => {
    const { json } = await nina.browser.graph('mutation { replaceApiToken { __typename } }');
    return json.data?.replaceApiToken.__typename ?? json.errors[0].extensions.code;
  };
  expect((await limitsOf(colonel)).limited).toEqual([]);
  let answer = '';
  for (let times = 0; times < 15 && answer !== 'RATE_LIMITED'; times += 1) answer = await change();
  expect(answer).toBe('RATE_LIMITED');
  const { limits, limited } = await limitsOf(colonel);
  expect(limits.length).toBeGreaterThan(20);
  const { id: account } = (await nina.browser.graph('{ viewer { id } }')).json.data.viewer;
  expect(limited).toMatchObject([
    { limit: 'account', kind: 'ACCOUNT', who: account, actions: 10, seconds: 1200, refused: 1 },
  ]);
  expect(await lift(colonel, limited[0].id, 'not this')).toBe('WrongConfirmation');
  expect(await change()).toBe('RATE_LIMITED');
  expect(await lift(colonel, limited[0].id)).toBe('LimitLifted');
  expect((await limitsOf(colonel)).limited).toEqual([]);
  expect(await change()).not.toBe('RATE_LIMITED');
  expect(await lift(colonel, limited[0].id)).toBe('NotLimited');
  await system.drain();
  const { json } = await colonel.browser.graph(
    '{ auditTrail(filter: { actionPrefixes: ["operator"] }) { entries { target reason } } }',
  );
  expect(json.data.auditTrail.entries).toContainEqual({
    target: account,
    reason: 'limit_lifted.owner-asked',
  });
});
