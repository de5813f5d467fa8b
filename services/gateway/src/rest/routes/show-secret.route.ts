import { unknownSecret } from '../../http/api-error.ts';
import { secretGate } from '../../operations/operations.generated.ts';
import { presentGate } from '../presenters/gate.ts';
import { restRoute } from '../rest-route.ts';

/** GET /api/v2/secret/{secretKey}: a look, which changes nothing. Source: REST contract 5.2. */
export const showSecretRoute = restRoute({
  method: 'GET',
  path: '/api/v2/secret/:key',
  limit: 'look',
  scope: 'secrets-read-meta',
  async handle({ key, caller }, { execute, links }) {
    const { secret } = await execute(secretGate, { key }, caller);
    if (secret === null) throw unknownSecret(key);
    return { body: presentGate(key, secret, links) };
  },
});
