import { type ApiTokenAnswer, apiTokenForm } from '@onceover/schema/rest/account';
import { replaceApiToken } from '../../../operations/operations.generated.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { restRoute } from '../../rest-route.ts';

/** POST /api/v2/account/apitoken: a new token, shown this once; the old one stops at once. Source: REST contract 7. */
export const apiTokenRoute = restRoute({
  method: 'POST',
  path: '/api/v2/account/apitoken',
  auth: 'required',
  scope: 'account',
  limit: 'account',
  readForm: formReader(apiTokenForm),
  async handle({ caller, shrimp }, { execute }) {
    const { replaceApiToken: made } = await execute(replaceApiToken, {}, caller);
    const record = { apitoken: made.token, active: true } as const;
    const body: ApiTokenAnswer = { success: true, shrimp, custid: custidOf(caller), record };
    return { body };
  },
});
