import { confirmSecondStep } from '@onceover/schema/internal/sign-in';
import { type SecondStepAnswer, type SecondStepForm, secondStepForm } from '@onceover/schema/rest/doors';
import { safeRedirect } from '@onceover/schema/web/redirect';
import { formReader } from '../../forms/form-reader.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { cookiesOf, refusal, refuseTokens } from './door.ts';

/** POST /signin/second-step: six digits or a recovery code; the waiting session becomes a new, whole one. */
export const secondStepRoute = restRoute<SecondStepForm>({
  method: 'POST',
  path: '/api/v2/signin/second-step',
  plain: { path: '/signin/second-step', page: '/signin' },
  limit: 'signIn',
  readForm: formReader(secondStepForm),
  async handle(request, tools) {
    const { form, caller, identity, session } = request;
    const { ask, tokens, site } = tools;
    refuseTokens(request);
    if (identity !== 'waiting' || session === undefined) throw refusal('account.second-step-expired');
    const found = await ask(confirmSecondStep, { sessionId: session, code: form.code, caller });
    if (isRefusal(found)) throw refused(found);
    const redirect = safeRedirect(form.redirect, site.origin);
    const body: SecondStepAnswer = {
      success: true,
      shrimp: tokens.issue(found.session.id),
      custid: found.custid,
      record: {},
      details: { redirect },
    };
    return { body, ...cookiesOf(found.session, tools), goTo: redirect };
  },
});
