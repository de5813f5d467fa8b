import type { CustomerCaller } from '@onceover/schema/caller';
import { eventually } from '@onceover/testing/eventually';
import { noteProof, proofSeed, proofVolume } from '@onceover/testing/proof';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous, aPerson } from '../test-support/anonymous.ts';
import { aCustomer, givePlan, handleOf } from '../test-support/customer.ts';
import { neighbours } from '../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({}, neighbours());
});
afterAll(() => secrets[Symbol.asyncDispose]());

interface Made {
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly handle: string;
  readonly owner: CustomerCaller;
}

/** What a secret is, in the fewest words that decide every answer. */
interface Model {
  state: 'new' | 'received' | 'burned' | 'expired';
  claimedWith: string | null;
  repeatsLeft: number;
  isTimeOver: boolean;
  isConfirmed: boolean;
}

const tokens = ['a', 'b'].map((name) => name.repeat(22));
const reveal = fc.record({ verb: fc.constant('reveal' as const), token: fc.constantFrom(null, ...tokens) });
/** Mostly reveals: only the fourth repeat is one too many. */
const visitorStep = fc.oneof(
  { weight: 3, arbitrary: reveal },
  fc.record({ verb: fc.constant('acknowledge' as const), token: fc.constantFrom(...tokens) }),
  fc.record({ verb: fc.constantFrom('burn' as const, 'look' as const, 'metadata' as const, 'sweep' as const) }),
  fc.record({ verb: fc.constantFrom('age' as const, 'late' as const) }),
);
const ownerStep = fc.record({
  verb: fc.constantFrom('burn by handle' as const, 'strange handle' as const, 'list' as const),
});
const anyStep = fc.oneof({ weight: 4, arbitrary: visitorStep }, { weight: 1, arbitrary: ownerStep });
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

/** What the model answers, and what it becomes. */
function expected(model: Model, step: Step): string {
  switch (step.verb) {
    case 'reveal':
      return expectedReveal(model, step.token);
    case 'acknowledge':
      if (model.claimedWith === step.token) {
        model.isConfirmed ||= !model.isTimeOver;
        model.repeatsLeft = 0;
      }
      return 'acknowledged';
    case 'burn':
    case 'burn by handle':
      if (model.state !== 'new') return 'secret.not-burnable';
      model.state = 'burned';
      return 'burned';
    case 'look':
      return model.state === 'new' ? 'openable' : 'gone';
    case 'strange handle':
      return 'secret.gone';
    case 'metadata':
    case 'list':
      return model.state;
    case 'age':
      if (model.state === 'new') model.state = 'expired';
      return 'aged';
    case 'late':
      model.repeatsLeft = 0;
      model.isTimeOver = model.claimedWith !== null;
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

async function actual({ secretKey, metadataKey, handle, owner }: Made, step: Step): Promise<string> {
  const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
  const { useCases } = secrets;
  switch (step.verb) {
    case 'reveal': {
      const { value, isReplay } = await useCases.revealSecret(
        aReveal(secretKey, { claimToken: step.token }),
        aPerson(),
      );
      expect(value).toBe('tea at 5?');
      return isReplay ? 'content again' : 'content';
    }
    case 'acknowledge':
      await useCases.acknowledgeSecret(secretKey, step.token, anonymous());
      return 'acknowledged';
    case 'burn':
      return (await useCases.burnSecret(aBurn(metadataKey), anonymous())).state;
    case 'burn by handle':
      return (await useCases.burnSecret(aBurn(handle), owner)).state;
    case 'strange handle':
      return (await useCases.burnSecret(aBurn(handle), aCustomer())).state;
    case 'list': {
      const { nodes } = await useCases.listRecent(
        { first: 50, after: null, status: null, states: null, search: null },
        owner,
      );
      return nodes[0]?.state ?? 'unknown';
    }
    case 'look':
      return (await useCases.lookAtSecret(secretKey, anonymous())) === null ? 'gone' : 'openable';
    case 'metadata':
      return (await useCases.showMetadata(metadataKey, anonymous()))?.state ?? 'unknown';
    case 'age':
      // Only while new: the lifetime is bound to what is sealed, a repeat among it.
      await secrets.endLifetime(lookup);
      return 'aged';
    case 'late':
      await secrets.rows('update secrets.redelivery set until = clock_timestamp() where lookup = $1', [lookup]);
      return 'late';
    default:
      await secrets.expireDue();
      return 'swept';
  }
}

async function conceal(isOwned: boolean): Promise<Made> {
  const owner = aCustomer();
  await givePlan(secrets, owner);
  const wish = aShare({ recipients: isOwned ? [`${owner.accountRef}@example.com`] : [] });
  const concealed = await secrets.useCases.concealSecret(wish, isOwned ? owner : anonymous());
  const { secretKey, metadata } = concealed;
  return { secretKey, metadataKey: metadata.key, handle: (await handleOf(secrets, secretKey)) ?? '', owner };
}

/** Within `npm test` few and short, as each is played to its end. */
const LONGEST = proofVolume(0) > 0 ? 60 : 14;
/** Of each of two kinds of secrets. */
const RUNS = Math.ceil(proofVolume(120) / 2);

const storyStatement = `
  select state, (select array_agg(type order by version) from secrets.events
    where stream_id = secret_id and type <> 'secret.opening_refused') as types
  from secrets.secret where lookup = $1`;

test.each([
  ['an owned secret with emails', true, ['secret.created', 'secret.delivery_requested'], anyStep],
  ['a visitor’s secret', false, ['secret.created'], visitorStep],
])(
  'any sequence of commands on %s gets the answers of the model, and the log tells the same story',
  async (_whose, isOwned, wanted, steps) => {
    const run = await fc.check(
      fc.asyncProperty(fc.array(steps, { maxLength: LONGEST, size: 'max' }), async (sequence) => {
        const made = await conceal(isOwned);
        const model: Model = {
          state: 'new',
          claimedWith: null,
          repeatsLeft: 0,
          isTimeOver: false,
          isConfirmed: false,
        };
        for (const each of sequence) {
          const answer = await actual(made, each).catch((error) => error.code ?? String(error));
          expect(answer).toBe(expected(model, each));
        }
        const lookup = secrets.parts.ports.keys.lookupOf(made.secretKey);
        const row = await eventually(async () => {
          // What is being counted on the row is passed over, and swept the next time.
          await secrets.expireDue();
          const [found] = await secrets.rows<{ state: string; types: string[] }>(storyStatement, [lookup]);
          expect(found?.state).toBe(model.state);
          return found;
        });
        const ended = model.state === 'new' ? [] : [`secret.${model.state}`];
        const confirmed = model.isConfirmed ? ['secret.delivery_confirmed'] : [];
        expect(row?.types).toEqual([...wanted, ...ended, ...confirmed]);
      }),
      { numRuns: RUNS, seed: proofSeed() },
    );
    noteProof({
      counts: { 'sequences of commands': run.numRuns },
      zero: { 'answers unlike the model': run.failed ? 1 : 0 },
    });
    if (run.failed) expect.fail(fc.defaultReportMessage(run));
  },
);
