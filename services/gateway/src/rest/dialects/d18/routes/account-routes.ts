import { changePassword } from '@onceover/schema/internal/password';
import { refusalsOf } from '@onceover/schema/internal/refused';
import { changePasswordForm, destroyForm, updateLocaleForm } from '@onceover/schema/rest/account';
import { PLACEHOLDER_SHRIMP } from '../../../../form-token/form-token.ts';
import { notAuthorized } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import {
  deleteAccount,
  replaceApiToken,
  showAccount,
  showCustomer,
  updateLocale,
} from '../../../../operations/operations.generated.ts';
import { CLEAR_SITE_DATA } from '../../../../session/cookies.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRoute, restRoute } from '../../../rest-route.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentAccount, presentAuthcheck } from '../presenters/customer.ts';
import { cookiesOf, storedSession } from './door.ts';

/** GET /api/v2/authcheck: who is signed in; the request does not keep a session alive. Source: REST contract 6. */
const authcheckRoute = restRoute({
  method: 'GET',
  path: '/api/v2/authcheck',
  name: 'checkAuthentication',
  summary: 'Check who is signed in',
  answers: ['authcheck'],
  // The answer holds the account's own data.
  scope: 'account',
  auth: 'required',
  limit: 'session',
  extendsIdle: false,
  async handle({ caller }, { execute }) {
    const { viewer } = await execute(showCustomer, {}, caller);
    if (viewer === null) throw notAuthorized();
    return { shape: 'authcheck', body: presentAuthcheck(viewer) };
  },
});

/** GET /api/v2/account. Source: REST contract 7. */
const showAccountRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account',
  name: 'showAccount',
  summary: 'Get the account',
  answers: ['account'],
  auth: 'required',
  scope: 'account',
  async handle({ caller }, { execute }) {
    const { viewer } = await execute(showAccount, {}, caller);
    if (viewer === null) throw notAuthorized();
    return { shape: 'account', body: presentAccount(viewer) };
  },
});

/** POST /api/v2/account/apitoken: a new API token, shown only here; the old one stops working at once. Source: REST contract 7. */
const apiTokenRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/apitoken',
  name: 'replaceApiToken',
  summary: 'Replace the API token',
  description: 'Makes a new API token, which only this answer shows. The old one stops working at once.',
  answers: ['apiToken'],
  auth: 'required',
  scope: 'account',
  limit: limitOf.replaceApiToken,
  async handle({ caller, shrimp }, { execute }) {
    const { replaceApiToken: made } = await execute(replaceApiToken, {}, caller);
    const record = { apitoken: made.token, active: true } as const;
    return { shape: 'apiToken', body: { success: true, shrimp, custid: custidOf(caller), record } };
  },
});

/** POST /api/v2/account/change-password: other sessions end, this one continues under a new id. Source: REST contract 7. */
const changePasswordRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/change-password',
  name: 'changePassword',
  summary: 'Change the password',
  description: 'Ends every other session of the account.',
  answers: ['passwordChanged'],
  refuses: refusalsOf(changePassword),
  auth: 'session',
  limit: limitOf.changePassword,
  form: changePasswordForm,
  async handle(request, tools) {
    const { form, caller, userAgentFamily } = request;
    const sessionId = storedSession(request);
    if (sessionId === null) throw notAuthorized();
    const { currentp: currentPassword, newp: newPassword, newp2: newPasswordConfirm, keep_tokens: keepsTokens } = form;
    const passwords = { currentPassword, newPassword, newPasswordConfirm, keepsTokens };
    const changed = await tools.ask(changePassword, { ...passwords, sessionId, userAgentFamily, caller });
    if (isRefusal(changed)) throw refused(changed);
    const shrimp = tools.tokens.issue(changed.session.id);
    const body = { success: true, shrimp, custid: custidOf(caller) } as const;
    return { shape: 'passwordChanged', body, ...cookiesOf(changed.session, tools) };
  },
});

/** POST /api/v2/account/destroy: the account ends at once, and so does the session. Source: REST contract 7. */
const destroyRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/destroy',
  name: 'deleteAccount',
  summary: 'Delete the account',
  description:
    'Deletes the account, its sessions, tokens and domains at once. Secrets that were already shared stay open until they expire.',
  answers: ['destroyed'],
  refuses: deleteAccount.refusals,
  auth: 'session',
  limit: limitOf.deleteAccount,
  form: destroyForm,
  async handle({ form, caller }, { execute, cookies }) {
    const { deleteAccount: deleted } = await execute(deleteAccount, { input: { password: form.confirmation } }, caller);
    if (isRefusal(deleted)) throw refused(deleted);
    const body = { success: true, shrimp: PLACEHOLDER_SHRIMP, custid: custidOf(caller) } as const;
    return { shape: 'destroyed', body, setCookies: cookies.removed, headers: CLEAR_SITE_DATA };
  },
});

/**
 * POST /api/v2/account/update-locale. Its field is the parameter `locale` of every row, so the cookie is set by the same
 * rule as everywhere. Source: REST contract 7, 1.2.
 */
const updateLocaleRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/update-locale',
  name: 'updateLocale',
  summary: 'Change the language',
  answers: ['locale'],
  refuses: updateLocale.refusals,
  auth: 'required',
  scope: 'account',
  limit: limitOf.updateLocale,
  form: updateLocaleForm,
  async handle({ form, caller, shrimp }, { execute }) {
    const { updateLocale: updated } = await execute(updateLocale, { input: { locale: form.locale } }, caller);
    if (isRefusal(updated)) throw refused(updated);
    const locales = { new_locale: updated.newLocale, old_locale: updated.oldLocale };
    return { shape: 'locale', body: { success: true, shrimp, custid: custidOf(caller), ...locales } };
  },
});

/** Who the customer is, and what they do with their own account. */
export const accountRoutes: readonly RestRoute[] = [
  authcheckRoute,
  showAccountRoute,
  apiTokenRoute,
  changePasswordRoute,
  destroyRoute,
  updateLocaleRoute,
];
