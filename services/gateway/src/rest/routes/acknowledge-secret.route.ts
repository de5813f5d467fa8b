import { type AcknowledgeAnswer, acknowledgeForm } from '@onceover/schema/rest/secret';
import { acknowledgeSecret } from '../../operations/operations.generated.ts';
import { formReader } from '../forms/form-reader.ts';
import { custidOf } from '../presenters/custid.ts';
import { restRoute } from '../rest-route.ts';

/** POST /api/v2/secret/{secretKey}/acknowledge: the content arrived; the same answer for every key. Source: REST contract 5.3. */
export const acknowledgeSecretRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/:key/acknowledge',
  limit: 'look',
  scope: 'secrets-write',
  readForm: formReader(acknowledgeForm),
  takesIdempotencyKey: true,
  async handle({ key, caller, idempotencyKey, shrimp }, { execute }) {
    // Without the header there is no claimant whose repeats could end.
    if (idempotencyKey !== undefined) await execute(acknowledgeSecret, { input: { key, idempotencyKey } }, caller);
    const body: AcknowledgeAnswer = { success: true, shrimp, custid: custidOf(caller) };
    return { body };
  },
});
