import { systemContext } from '../secret/command-context.ts';
import type { NewSecret } from '../secret/secret-writes.ts';
import { limitWish, plain } from './limited-wish.ts';
import { once, type Replay } from './replay-conceal.ts';
import { type StorePorts, storeSecret } from './store-secret.ts';

/** The secret whose opening verifies an account: its stream, its link's key, its end. */
export interface VerificationSecret {
  readonly secretId: string;
  readonly secretKey: string;
  readonly expiresAt: string;
}

const secret = 'Thanks for verifying your account.';
const daySeconds = 86_400;
const limits = {
  maxCharacters: secret.length,
  maxTtlSeconds: daySeconds,
  defaultTtlSeconds: daySeconds,
  minTtlSeconds: daySeconds,
  shortTtlSeconds: daySeconds,
  maxRecipients: 0,
  mailsPerDay: 0,
};

/**
 * Makes a verification secret of an account, for 24 hours. The same request makes it once and gets the same answer as
 * long as the secret can be opened.
 *
 * Refuses  secret.idempotency-expired for a request whose secret has ended
 * Source   REST contract 5.3; security 5.3
 */
export function concealVerificationUseCase(ports: StorePorts) {
  return async (accountRef: string, requestId: string): Promise<VerificationSecret> => {
    ports.keyRing.current(); // sealed: nothing is stored
    const asked = { ...plain, secret, passphrase: '', ttl: daySeconds, isPeopleOnly: false };
    const wish = limitWish('verification', asked, accountRef, limits);
    const replay: Replay<VerificationSecret> = {
      commandName: `conceal-verification:${requestId}`,
      idempotencyKey: `verification:${requestId}`, // apart from the keys that clients send
      seconds: daySeconds,
      fields: () => Buffer.from(accountRef, 'utf8'),
      answerOf,
    };
    const context = systemContext(accountRef, replay.commandName);
    const answered = await once(ports, replay, () =>
      storeSecret(ports, wish, { context, replay, shareDomain: null, mailing: null }),
    );
    return 'made' in answered ? answerOf(answered.made) : answered.earlier;
  };
}

function answerOf({ keys, binding }: NewSecret): VerificationSecret {
  return { secretId: keys.secretId, secretKey: keys.secretKey, expiresAt: binding.expiresAt.toISOString() };
}
