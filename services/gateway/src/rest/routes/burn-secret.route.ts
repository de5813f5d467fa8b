import { type BurnForm, burnForm } from '@onceover/schema/rest/metadata';
import { type ApiError, unknownSecret } from '../../http/api-error.ts';
import { burnSecret } from '../../operations/operations.generated.ts';
import { compatibleBurn } from '../compatible/compatible-burn.ts';
import { formReader } from '../forms/form-reader.ts';
import { presentBurned } from '../presenters/burned.ts';
import { custidOf } from '../presenters/custid.ts';
import { isRefusal, type Refusal, refused } from '../refused.ts';
import { restRoute } from '../rest-route.ts';

/** POST /api/v2/private/{metadataKey}/burn. Source: REST contract 5.6. */
export const burnSecretRoute = restRoute<BurnForm>({
  method: 'POST',
  path: '/api/v2/private/:key/burn',
  limit: 'burn',
  scope: 'secrets-write',
  readForm: formReader(burnForm),
  async handle({ form, key, caller, shrimp }, { execute, links, now, compatibleTypes }) {
    const input = { key, continue: form.continue, passphrase: form.passphrase };
    const { burnSecret: burned } = await execute(burnSecret, { input }, caller);
    if (isRefusal(burned)) throw burnRefused(burned, key);
    const body = presentBurned(burned.metadata, { links, shrimp, now: now(), custid: custidOf(caller) });
    return { body: compatibleTypes ? compatibleBurn(body) : body };
  },
});

function burnRefused(refusal: Refusal, key: string): ApiError {
  if (refusal.code === 'secret.gone') return unknownSecret(key);
  return refused(refusal.code === 'secret.not-confirmed' ? { ...refusal, code: 'secret.not-burnable' } : refusal);
}
