import { notAuthorized } from '../api-error.ts';
import { restRoute } from '../rest-route.ts';

/** GET /api/v2/authcheck: nobody can be signed in before there are accounts. Source: REST contract 6. */
export const authcheckRoute = restRoute({
  method: 'GET',
  path: '/api/v2/authcheck',
  limit: 'session',
  handle() {
    throw notAuthorized();
  },
});
