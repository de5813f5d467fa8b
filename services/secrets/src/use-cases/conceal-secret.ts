import { StaleInput } from '@onceover/event-store';
import type { Caller } from '@onceover/graphql-kit/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { generateValue } from '../domain/secret/generated-value.ts';
import { refuseShareDomain } from '../domain/secret/share-domain.ts';
import { type ConcealPorts, refuseBadWish, type SealedWish, sealWish } from './conceal-command.ts';
import { type Concealed, concealedAnswer } from './concealed.ts';
import { reloadKeys } from './reload-keys.ts';
import { replayedAnswer } from './replay-conceal.ts';
import { type ConcealInput, type Wish, wishOf } from './wish.ts';

const concealTries = 3;

/**
 * Makes a secret link. Event, state and content are one commit or nothing; the keys are returned once and forgotten.
 *
 * Shape    text over the plan's limit is cut; `value` only for `generate`, this once
 * Units    lengths in characters (code points); an answer can be repeated with its Idempotency-Key for 10 minutes
 * Refuses  secret.empty, secret.passphrase-too-long, secret.recipient-not-allowed, secret.invalid-share-domain,
 *          secret.domain-not-found, secret.idempotency-mismatch, secret.idempotency-expired
 * Source   REST contract 5.1; security 3.5
 */
export function concealSecretUseCase(ports: ConcealPorts) {
  return async (input: ConcealInput, caller: Caller): Promise<Concealed> => {
    const wish = wishOf(input, caller, await ports.planLimits.for(caller), () =>
      generateValue(ports.generatedLength, ports.randomBytes),
    );
    refuseBadWish(wish);
    refuseShareDomain(input.shareDomain);
    ports.keyRing.current(); // sealed: nothing is stored
    const earlier = await replayedAnswer(ports, input);
    return earlier ?? (await conceal(ports, wish));
  };
}

async function conceal(ports: ConcealPorts, wish: Wish): Promise<Concealed> {
  const keys = ports.keys.newKeys();
  const passphraseKey = await passphraseKeyOf(ports, wish.input.passphrase, keys.secretKey);
  try {
    for (let tries = 0; tries < concealTries; tries += 1) {
      const sealed = sealWish(ports, wish, keys, passphraseKey);
      const outcome = await store(ports, sealed);
      if (outcome === 'appended') return concealedAnswer(wish, sealed);
      if (outcome === 'duplicate') return await theOtherAnswer(ports, wish);
      await Promise.all([reloadKeys(ports.keyRing), ports.databaseTime.measure()]);
    }
  } finally {
    passphraseKey?.fill(0);
  }
  throw new OutageError('clock', { retryAfterSeconds: 1 });
}

/** `stale` when a key or the clock moved on while the secret was sealed. */
async function store(ports: ConcealPorts, sealed: SealedWish): Promise<'appended' | 'duplicate' | 'stale'> {
  await ports.failpoint('conceal.before_commit');
  try {
    const committing = ports.events.execute(sealed.command);
    await ports.failpoint('conceal.commit_sent');
    const { outcome } = await committing;
    await ports.failpoint('conceal.committed');
    return outcome;
  } catch (error) {
    if (error instanceof StaleInput) return 'stale';
    throw error;
  }
}

/** Somebody concealed with this Idempotency-Key a moment ago, or long ago. */
async function theOtherAnswer(ports: ConcealPorts, { input }: Wish): Promise<Concealed> {
  const earlier = await replayedAnswer(ports, input, { isKnown: true });
  if (earlier === null) throw new OutageError('replay', { retryAfterSeconds: 1 });
  return earlier;
}

async function passphraseKeyOf({ kdf }: ConcealPorts, passphrase: string, secretKey: string): Promise<Buffer | null> {
  return passphrase === '' ? null : await kdf.withPlace((derive) => derive(passphrase, secretKey));
}
