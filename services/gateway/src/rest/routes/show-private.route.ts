import { unknownSecret } from '../../http/api-error.ts';
import { showMetadata } from '../../operations/operations.generated.ts';
import { compatiblePrivate } from '../compatible/compatible-private.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentPrivate } from '../presenters/private.ts';
import { restRoute } from '../rest-route.ts';

/** GET /api/v2/private/{metadataKey}: the creator's view. Source: REST contract 5.5. */
export const showPrivateRoute = restRoute({
  method: 'GET',
  path: '/api/v2/private/:key',
  limit: 'look',
  scope: 'secrets-read-meta',
  async handle({ key, caller }, { execute, links, now, compatibleTypes }) {
    const { metadata } = await execute(showMetadata, { key }, caller);
    if (metadata === null) throw unknownSecret(key);
    const body = presentPrivate(metadata, { links, now: now(), custid: custidOf(caller) });
    return { body: compatibleTypes ? compatiblePrivate(body) : body };
  },
});
