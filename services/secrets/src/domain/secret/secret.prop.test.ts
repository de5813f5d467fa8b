import type { SecretEvent } from '@onceover/schema/events/secrets';
import { DomainError } from '@onceover/service-kit/errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { burnSecret } from './burn-secret.ts';
import { concealSecret } from './conceal-secret.ts';
import { expireSecret } from './expire-secret.ts';
import { revealSecret } from './reveal-secret.ts';
import { absent, evolve, type SecretState } from './secret.ts';
import { NotDue, SecretAlreadyExists } from './secret-errors.ts';

const limits = {
  maxCharacters: 10,
  maxTtlSeconds: 3600,
  defaultTtlSeconds: 3600,
  minTtlSeconds: 60,
  shortTtlSeconds: 300,
  maxRecipients: 2,
};
const step = fc.record({
  verb: fc.constantFrom('conceal', 'reveal', 'burn', 'expire'),
  second: fc.integer({ min: 0, max: 7200 }),
});
type Step = { readonly verb: string; readonly second: number };

function decide({ verb, second }: Step, state: SecretState): SecretEvent {
  const at = new Date(second * 1000);
  if (verb === 'reveal') return revealSecret({ by: 'anonymous', at }, state);
  if (verb === 'burn') return burnSecret({ by: 'anonymous', at }, state);
  if (verb === 'expire') return expireSecret({ at }, state);
  const wish = { kind: 'share', characters: 1, passphraseCharacters: 0, ttlSeconds: 600, recipientCount: 0 } as const;
  return concealSecret({ ...wish, undeliverable: null, shareDomainId: null, ownerRef: null, at }, state, limits);
}

test('in any history a secret is concealed at most once and ends at most once, and nothing follows an ending', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let state: SecretState = absent;
      const history: SecretEvent[] = [];
      for (const each of steps) {
        try {
          const event = decide(each, state);
          history.push(event);
          state = evolve(state, event);
        } catch (error) {
          const isRefusal = error instanceof DomainError || error instanceof NotDue;
          expect(isRefusal || error instanceof SecretAlreadyExists).toBe(true);
        }
      }
      expect(history.length).toBeLessThanOrEqual(2);
      expect(history.filter((event) => event.type === 'secret.created').length).toBe(Math.min(history.length, 1));
      if (history.length > 0) expect(history[0]?.type).toBe('secret.created');
    }),
  );
});

test('replaying a history gives the state it led to, and further endings change nothing', () => {
  const ending = fc.constantFrom<SecretEvent>(
    { type: 'secret.received', schemaVersion: 1, data: { by: 'anonymous' } },
    { type: 'secret.burned', schemaVersion: 1, data: { by: 'anonymous' } },
    { type: 'secret.expired', schemaVersion: 1, data: {} },
  );
  fc.assert(
    fc.property(fc.array(ending, { minLength: 1, maxLength: 5 }), (endings) => {
      const created = decide({ verb: 'conceal', second: 0 }, absent);
      const state = [created, ...endings].reduce(evolve, absent);
      expect(`secret.${state.status}`).toBe(endings[0]?.type);
    }),
  );
});
