import { type DestroyAnswer, type DestroyForm, destroyForm } from '@onceover/schema/rest/account';
import { PLACEHOLDER_SHRIMP } from '../../../form-token/form-token.ts';
import { deleteAccount } from '../../../operations/operations.generated.ts';
import { CLEAR_SITE_DATA } from '../../../session/cookies.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';

/** POST /api/v2/account/destroy: the account ends at once, and so does the session. Source: REST contract 7. */
export const destroyRoute = restRoute<DestroyForm>({
  method: 'POST',
  path: '/api/v2/account/destroy',
  auth: 'session',
  limit: 'destroy',
  readForm: formReader(destroyForm),
  async handle({ form, caller }, { execute, cookies }) {
    const { deleteAccount: deleted } = await execute(deleteAccount, { input: { password: form.confirmation } }, caller);
    if (isRefusal(deleted)) throw refused(deleted);
    const body: DestroyAnswer = { success: true, shrimp: PLACEHOLDER_SHRIMP, custid: custidOf(caller) };
    return { body, setCookies: cookies.removed, headers: CLEAR_SITE_DATA };
  },
});
