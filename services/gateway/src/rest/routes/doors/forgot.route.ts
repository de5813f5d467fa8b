import { requestPasswordReset, resetPassword } from '@onceover/schema/internal/password';
import { type ByMailForm, byMailForm, type ResetForm, resetForm } from '@onceover/schema/rest/doors';
import { notAvailable } from '../../../http/api-error.ts';
import { formReader } from '../../forms/form-reader.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { answered } from './by-mail.ts';
import { refuseTokens } from './door.ts';

const LONGEST_KEY = 300;

/** POST /forgot: asks for a reset link. The same answer for every address. Source: security 5.3. */
export const forgotRoute = restRoute<ByMailForm>({
  method: 'POST',
  path: '/api/v2/forgot',
  plain: { path: '/forgot' },
  limit: 'reset',
  readForm: formReader(byMailForm),
  async handle(request, { ask, features }) {
    const { form, mailLocale } = request;
    refuseTokens(request);
    if (!features.signIn) throw notAvailable('/forgot');
    const result = await ask(requestPasswordReset, { email: form.email, locale: mailLocale });
    if (isRefusal(result)) throw refused(result);
    const message = 'Check your mail. If there is an account with this address, we have sent a link to it.';
    return answered(request, message, { notice: 'check_your_mail' });
  },
});

/** POST /forgot/{resetKey}: the new password. Signs nobody in. */
export const resetPasswordRoute = restRoute<ResetForm>({
  method: 'POST',
  path: '/api/v2/forgot/:key',
  plain: { path: '/forgot/:key' },
  limit: 'reset',
  readForm: formReader(resetForm),
  async handle(request, { ask, features }) {
    const { form, caller, key } = request;
    refuseTokens(request);
    if (!features.signIn) throw notAvailable('/forgot');
    const resetKey = key.slice(0, LONGEST_KEY);
    const { password, password_confirm: passwordConfirm } = form;
    const result = await ask(resetPassword, { resetKey, password, passwordConfirm, caller });
    if (isRefusal(result)) throw refused(result);
    return answered(request, 'Your password is changed. Sign in with the new one.', {
      goTo: '/signin',
      notice: 'password_reset',
    });
  },
});
