import { type ValidateShrimpAnswer, validateShrimpForm } from '@onceover/schema/rest/site';
import { formReader } from '../forms/form-reader.ts';
import { restRoute } from '../rest-route.ts';

/**
 * POST /api/v2/validate-shrimp: is the token good, and if not, one that is. Never a `csrf` error.
 * Another site learns nothing and gets no session. Source: REST contract 6.
 */
export const validateShrimpRoute = restRoute({
  method: 'POST',
  path: '/api/v2/validate-shrimp',
  limit: 'session',
  extendsIdle: false,
  readForm: formReader(validateShrimpForm),
  answersWithoutToken: true,
  handle({ session, identity, shrimp, sentShrimp, isFromOtherSite }, { tokens }) {
    if (isFromOtherSite || identity === 'token') return { body: answer(false, shrimp) };
    if (session === undefined) {
      const newSession = tokens.newAnonymousSession();
      return { body: answer(false, tokens.issue(newSession)), newSession };
    }
    if (sentShrimp !== undefined && tokens.isValid(sentShrimp, session)) return { body: answer(true, sentShrimp) };
    return { body: answer(false, tokens.issue(session)) };
  },
});

function answer(isValid: boolean, shrimp: string): ValidateShrimpAnswer {
  return { isValid, shrimp };
}
