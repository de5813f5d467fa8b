import { notAuthorized } from '../../../http/api-error.ts';
import { showAccount } from '../../../operations/operations.generated.ts';
import { compatibleAccount } from '../../compatible/compatible-customer.ts';
import { presentAccount } from '../../presenters/customer.ts';
import { restRoute } from '../../rest-route.ts';

/** GET /api/v2/account. Source: REST contract 7. */
export const showAccountRoute = restRoute({
  method: 'GET',
  path: '/api/v2/account',
  auth: 'required',
  scope: 'account',
  async handle({ caller }, { execute, compatibleTypes }) {
    const { viewer } = await execute(showAccount, {}, caller);
    if (viewer === null) throw notAuthorized();
    const body = presentAccount(viewer);
    return { body: compatibleTypes ? compatibleAccount(body) : body };
  },
});
