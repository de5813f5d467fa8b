import { notAuthorized } from '../../http/api-error.ts';
import { showCustomer } from '../../operations/operations.generated.ts';
import { compatibleAuthcheck } from '../compatible/compatible-customer.ts';
import { presentAuthcheck } from '../presenters/customer.ts';
import { restRoute } from '../rest-route.ts';

/** GET /api/v2/authcheck: who is signed in; asking keeps no session alive. Source: REST contract 6. */
export const authcheckRoute = restRoute({
  method: 'GET',
  path: '/api/v2/authcheck',
  // The answer is the account's own data.
  scope: 'account',
  auth: 'required',
  limit: 'session',
  extendsIdle: false,
  async handle({ caller }, { execute, compatibleTypes }) {
    const { viewer } = await execute(showCustomer, {}, caller);
    if (viewer === null) throw notAuthorized();
    const body = presentAuthcheck(viewer);
    return { body: compatibleTypes ? compatibleAuthcheck(body) : body };
  },
});
