import { createHash } from 'node:crypto';
import { ask } from './ask.ts';

/** What a browser does with a challenge: the payload of its solution. */
export async function solvedChallenge(port: number): Promise<string> {
  const { algorithm, challenge, salt, signature, maxnumber } = (await ask(port, '/api/v2/altcha/challenge')).json;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  }
  throw new Error('no number solves the challenge');
}
