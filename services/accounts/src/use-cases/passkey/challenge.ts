import { BadPasskey, challengeSeconds, PasskeyExpired } from '../../domain/passkey/passkey.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { ChallengeSlip, PasskeyAnswer } from '../account/passkey-book.ts';

const challengeBytes = 32;

type Place = Omit<ChallengeSlip, 'challenge'>;

/** A challenge for one answer, from where it was asked for, within five minutes. */
export async function newChallenge(
  { challenges, randomBytes, clock }: Pick<AccountPorts, 'challenges' | 'randomBytes' | 'clock'>,
  place: Place,
): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url');
  await challenges.put({ ...place, challenge }, new Date(clock.now().getTime() + challengeSeconds * 1000));
  return challenge;
}

/**
 * Reads an answer and uses its challenge up, whatever becomes of the answer: of many at once one goes on.
 *
 * Refuses  account.bad-passkey, account.passkey-expired
 */
export async function takeAnswer(
  { challenges, ceremonies, clock }: Pick<AccountPorts, 'challenges' | 'ceremonies' | 'clock'>,
  text: string,
  place: Place,
): Promise<PasskeyAnswer> {
  const answer = ceremonies.readAnswer(text);
  if (answer === null) throw new BadPasskey();
  if (!(await challenges.take({ ...place, challenge: answer.challenge }, clock.now()))) throw new PasskeyExpired();
  return answer;
}
