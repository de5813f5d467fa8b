import { changePassword } from '@onceover/schema/internal/password';
import { type ChangePasswordAnswer, type ChangePasswordForm, changePasswordForm } from '@onceover/schema/rest/account';
import { notAuthorized } from '../../../http/api-error.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';
import { cookiesOf, storedSession } from '../doors/door.ts';

/** POST /api/v2/account/change-password: other sessions end, this one goes on under a new id. Source: REST contract 7. */
export const changePasswordRoute = restRoute<ChangePasswordForm>({
  method: 'POST',
  path: '/api/v2/account/change-password',
  auth: 'session',
  limit: 'account',
  readForm: formReader(changePasswordForm),
  async handle(request, tools) {
    const { form, caller, userAgentFamily } = request;
    const sessionId = storedSession(request);
    if (sessionId === null) throw notAuthorized();
    const { currentp: currentPassword, newp: newPassword, newp2: newPasswordConfirm } = form;
    const passwords = { currentPassword, newPassword, newPasswordConfirm };
    const changed = await tools.ask(changePassword, { ...passwords, sessionId, userAgentFamily, caller });
    if (isRefusal(changed)) throw refused(changed);
    const shrimp = tools.tokens.issue(changed.session.id);
    const body: ChangePasswordAnswer = { success: true, shrimp, custid: custidOf(caller) };
    return { body, ...cookiesOf(changed.session, tools) };
  },
});
