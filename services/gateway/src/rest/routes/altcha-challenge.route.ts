import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import { restRoute } from '../rest-route.ts';

/** GET /api/v2/altcha/challenge: a riddle for the feedback form. Source: REST contract 6. */
export const altchaChallengeRoute = restRoute({
  method: 'GET',
  path: '/api/v2/altcha/challenge',
  limit: 'captcha',
  extendsIdle: false,
  handle(_request, { captcha }) {
    const { challenge, expires } = captcha.challenge();
    const body: AltchaChallengeAnswer = challenge;
    return { body, headers: ['Expires', expires.toUTCString()] };
  },
});
