import { OutageError } from '@onceover/service-kit/errors';
import { systemContext } from '../secret/command-context.ts';
import type { NewSecret } from '../secret/secret-writes.ts';
import { limitWish } from './limited-wish.ts';
import { openReplay, type Replay } from './replay-conceal.ts';
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
    const earlier = await madeBefore(ports, accountRef, requestId, false);
    if (earlier !== null) return earlier;
    const wish = limitWish(
      'verification',
      { secret, passphrase: '', ttl: daySeconds, recipients: [] },
      accountRef,
      limits,
    );
    const replay = replayOf(accountRef, requestId);
    const context = systemContext(accountRef, replay.commandName);
    const made = await storeSecret(ports, wish, { context, replay, shareDomain: null, mailing: null });
    if (made !== 'duplicate') return answerOf(made);
    const again = await madeBefore(ports, accountRef, requestId, true);
    if (again === null) throw new OutageError('replay', { retryAfterSeconds: 1 });
    return again;
  };
}

function replayOf(accountRef: string, requestId: string): Replay {
  return {
    commandName: `conceal-verification:${requestId}`,
    idempotencyKey: replayKeyOf(requestId),
    seconds: daySeconds,
    fields: () => Buffer.from(accountRef, 'utf8'),
    answer: (made) => Buffer.from(JSON.stringify(answerOf(made)), 'utf8'),
  };
}

/** Apart from the keys that clients send. */
function replayKeyOf(requestId: string): string {
  return `verification:${requestId}`;
}

async function madeBefore(
  ports: StorePorts,
  accountRef: string,
  requestId: string,
  isKnown: boolean,
): Promise<VerificationSecret | null> {
  const fields = () => Buffer.from(accountRef, 'utf8');
  const answer = await openReplay(ports, replayKeyOf(requestId), fields, isKnown);
  if (answer === null) return null;
  const made = JSON.parse(answer.toString('utf8')) as VerificationSecret;
  answer.fill(0);
  return made;
}

function answerOf({ keys, binding }: NewSecret): VerificationSecret {
  return { secretId: keys.secretId, secretKey: keys.secretKey, expiresAt: binding.expiresAt.toISOString() };
}
