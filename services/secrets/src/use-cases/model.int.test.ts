import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** What a secret is, in the fewest words that decide every answer. */
interface Model {
  state: 'new' | 'received' | 'burned' | 'expired';
  claimedWith: string | null;
  repeatsLeft: number;
}

const tokens = ['a', 'b'].map((name) => name.repeat(22));
const step = fc.oneof(
  fc.record({ verb: fc.constant('reveal' as const), token: fc.constantFrom(null, ...tokens) }),
  fc.record({ verb: fc.constant('acknowledge' as const), token: fc.constantFrom(...tokens) }),
  fc.record({ verb: fc.constantFrom('burn' as const, 'look' as const, 'metadata' as const, 'sweep' as const) }),
  fc.record({ verb: fc.constantFrom('age' as const, 'late' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the model answers, and what it becomes. */
function expected(model: Model, step: Step): string {
  switch (step.verb) {
    case 'reveal':
      return expectedReveal(model, step.token);
    case 'acknowledge':
      if (model.claimedWith === step.token) model.repeatsLeft = 0;
      return 'acknowledged';
    case 'burn':
      if (model.state !== 'new') return 'secret.not-burnable';
      model.state = 'burned';
      return 'burned';
    case 'look':
      return model.state === 'new' ? 'openable' : 'gone';
    case 'metadata':
      return model.state;
    case 'age':
      if (model.state === 'new') model.state = 'expired';
      return 'aged';
    case 'late':
      model.repeatsLeft = 0;
      return 'late';
    default:
      return 'swept';
  }
}

function expectedReveal(model: Model, token: string | null): string {
  if (model.state === 'new') {
    Object.assign(model, { state: 'received', claimedWith: token, repeatsLeft: token === null ? 0 : 3 });
    return 'content';
  }
  if (token === null || model.claimedWith !== token || model.repeatsLeft === 0) return 'secret.gone';
  model.repeatsLeft -= 1;
  return 'content again';
}

async function actual(secretKey: string, metadataKey: string, step: Step): Promise<string> {
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const { useCases } = secrets;
  switch (step.verb) {
    case 'reveal': {
      const { value, isReplay } = await useCases.revealSecret(
        aReveal(secretKey, { claimToken: step.token }),
        anonymous(),
      );
      expect(value).toBe('tea at 5?');
      return isReplay ? 'content again' : 'content';
    }
    case 'acknowledge':
      await useCases.acknowledgeSecret(secretKey, step.token);
      return 'acknowledged';
    case 'burn':
      return (await useCases.burnSecret(aBurn(metadataKey), anonymous())).state;
    case 'look':
      return (await useCases.lookAtSecret(secretKey)) === null ? 'gone' : 'openable';
    case 'metadata':
      return (await useCases.showMetadata(metadataKey))?.state ?? 'unknown';
    case 'age':
      // Only while new: the lifetime is bound to what is sealed, a repeat among it.
      await secrets.rows(`update secrets.secret set expires = clock_timestamp() where lookup = $1 and state = 'new'`, [
        lookup,
      ]);
      return 'aged';
    case 'late':
      await secrets.rows('update secrets.redelivery set until = clock_timestamp() where lookup = $1', [lookup]);
      return 'late';
    default:
      await secrets.expireDue();
      return 'swept';
  }
}

test('any sequence of commands gets the answers of the model, and the log tells the same story', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
      const model: Model = { state: 'new', claimedWith: null, repeatsLeft: 0 };
      for (const each of steps) {
        const answer = await actual(secretKey, metadata.key, each).catch((error) => error.code ?? String(error));
        expect(answer).toBe(expected(model, each));
      }
      await secrets.expireDue();
      const [row] = await secrets.rows<{ state: string; types: string[] }>(
        `select state, (select array_agg(type order by version) from secrets.events where stream_id = secret_id) as types
         from secrets.secret where lookup = $1`,
        [secrets.parts.ports.keys.lookupOf(secretKey)],
      );
      expect(row?.state).toBe(model.state);
      expect(row?.types).toEqual(
        model.state === 'new' ? ['secret.created'] : ['secret.created', `secret.${model.state}`],
      );
    }),
    { numRuns: 60 },
  );
});
