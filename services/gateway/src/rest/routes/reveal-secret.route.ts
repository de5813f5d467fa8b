import { type RevealForm, revealForm } from '@onceover/schema/rest/secret';
import { unknownSecret } from '../api-error.ts';
import { compatibleReveal } from '../compatible/compatible-reveal.ts';
import { formReader } from '../forms/form-reader.ts';
import { revealSecret } from '../operations/reveal-secret.operation.ts';
import { secretGate } from '../operations/secret-gate.operation.ts';
import { presentUnconfirmed } from '../presenters/gate.ts';
import { presentRevealed } from '../presenters/revealed.ts';
import { isRefusal, refused } from '../refused.ts';
import { type RestAnswer, type RestRequest, type RestTools, restRoute } from '../rest-route.ts';

/** POST /api/v2/secret/{secretKey}: opens a secret, once. Source: REST contract 5.3. */
export const revealSecretRoute = restRoute<RevealForm>({
  method: 'POST',
  path: '/api/v2/secret/:key',
  limit: 'reveal',
  readForm: formReader(revealForm),
  takesIdempotencyKey: true,
  async handle(request, tools) {
    const { form, key, caller, idempotencyKey, shrimp } = request;
    if (!form.continue) return await look(request, tools);
    const input = { key, continue: true, passphrase: form.passphrase, idempotencyKey };
    const { revealSecret: revealed } = await tools.execute(revealSecret, { input }, caller);
    if (isRefusal(revealed)) throw revealed.code === 'secret.gone' ? unknownSecret(key) : refused(revealed);
    const body = presentRevealed(key, revealed, { links: tools.links, shrimp });
    return { body: tools.compatibleTypes ? compatibleReveal(body) : body, isReplay: revealed.isReplay };
  },
});

/** Without `continue` nothing is opened and the passphrase is not looked at. */
async function look(request: RestRequest<unknown>, { execute, links }: RestTools): Promise<RestAnswer> {
  const { key, caller, shrimp } = request;
  const { secret } = await execute(secretGate, { key }, caller);
  if (secret === null) throw unknownSecret(key);
  return { body: presentUnconfirmed(key, secret, { links, shrimp }) };
}
