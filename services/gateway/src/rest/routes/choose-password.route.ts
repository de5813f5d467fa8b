import { choosePassword } from '@onceover/schema/internal/verification';
import { resetForm } from '@onceover/schema/rest/doors';
import { notAvailable, unknownSecret } from '../../http/api-error.ts';
import { limitOf } from '../../limits/limit-table.ts';
import { custidOf } from '../presenters/custid.ts';
import { isRefusal, refused } from '../refused.ts';
import { restRoute } from '../rest-route.ts';
import { refuseTokens } from './door.ts';

const MESSAGE = 'Your address is confirmed and your password is set. Sign in with it.';
const LONGEST_KEY = 300;

/**
 * POST /api/v2/secret/{secretKey}/password: whoever holds a verification link sets the password of its account, whatever
 * the person who signed up had chosen. Nobody is signed in by it. Source: security 5.3.
 */
export const choosePasswordRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/:key/password',
  limit: limitOf.choosePassword,
  form: resetForm,
  async handle(request, { ask, features }) {
    const { form, caller, key, shrimp } = request;
    refuseTokens(request);
    if (!features.signIn) throw notAvailable('/signin');
    const { password, password_confirm: passwordConfirm } = form;
    const result = await ask(choosePassword, {
      secretKey: key.slice(0, LONGEST_KEY),
      password,
      passwordConfirm,
      caller,
    });
    if (isRefusal(result)) throw result.code === 'secret.gone' ? unknownSecret(key) : refused(result);
    const envelope = { success: true, shrimp, custid: custidOf(caller) } as const;
    return { shape: 'message', body: { ...envelope, record: {}, details: { message: MESSAGE } } };
  },
});
