import { recentSecrets } from '../../operations/operations.generated.ts';
import { compatibleRecent } from '../compatible/compatible-metadata.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentRecent } from '../presenters/recent.ts';
import { restRoute } from '../rest-route.ts';

const MOST = 1000;

/** GET /api/v2/private/recent: the caller's secrets, under owner handles. Source: REST contract 5.4. */
export const recentRoute = restRoute({
  method: 'GET',
  path: '/api/v2/private/recent',
  auth: 'required',
  scope: 'recent',
  limit: 'look',
  async handle({ caller }, { execute, links, now, compatibleTypes }) {
    const { recentSecrets: found } = await execute(recentSecrets, { first: MOST }, caller);
    const body = presentRecent(found, { links, now: now(), custid: custidOf(caller) });
    return { body: compatibleTypes ? compatibleRecent(body) : body };
  },
});
