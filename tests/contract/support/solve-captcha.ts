import { altchaChallengeAnswer } from '@onceover/schema/rest/site';
import { sha256 } from '@onceover/service-kit/crypto';
import { ask } from '../../support/http.ts';

/** An `authenticity_payload` as the widget creates it: it counts up until the number is found. */
export async function solveCaptcha(url: string): Promise<string> {
  const { json } = await ask(url, '/api/v2/altcha/challenge');
  const { algorithm, challenge, maxnumber, salt, signature } = altchaChallengeAnswer.parse(json);
  for (let number = 0; number <= maxnumber; number += 1) {
    if (sha256(`${salt}${number}`).toString('hex') !== challenge) continue;
    const solution = { algorithm, challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  throw new Error('the challenge has no solution');
}
