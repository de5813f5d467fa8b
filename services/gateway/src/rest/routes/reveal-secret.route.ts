import { signOut } from '@onceover/schema/internal/sign-in';
import { type RevealForm, revealForm } from '@onceover/schema/rest/secret';
import { OutageError } from '@onceover/service-kit/errors';
import type { RestAnswer } from '../../answers/rest-answer.ts';
import { PLACEHOLDER_SHRIMP } from '../../form-token/form-token.ts';
import { unknownSecret } from '../../http/api-error.ts';
import { revealSecret, secretGate } from '../../operations/operations.generated.ts';
import { compatibleReveal } from '../compatible/compatible-reveal.ts';
import { formReader } from '../forms/form-reader.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentUnconfirmed } from '../presenters/gate.ts';
import { presentRevealed } from '../presenters/revealed.ts';
import { isRefusal, refused } from '../refused.ts';
import { type RestRequest, type RestTools, restRoute } from '../rest-route.ts';

/** POST /api/v2/secret/{secretKey}: opens a secret, once. Source: REST contract 5.3. */
export const revealSecretRoute = restRoute<RevealForm>({
  method: 'POST',
  path: '/api/v2/secret/:key',
  limit: 'reveal',
  scope: 'secrets-write',
  readForm: formReader(revealForm),
  takesIdempotencyKey: true,
  async handle(request, tools) {
    const { form, key, caller, idempotencyKey, shrimp } = request;
    if (!form.continue) return await look(request, tools);
    const input = { key, continue: true, passphrase: form.passphrase, idempotencyKey };
    const { revealSecret: revealed } = await tools.execute(revealSecret, { input }, caller);
    if (isRefusal(revealed)) throw revealed.code === 'secret.gone' ? unknownSecret(key) : refused(revealed);
    const { links, compatibleTypes } = tools;
    const ending = revealed.verification ? await endSession(request, tools) : {};
    const isSignedOut = ending.setCookies !== undefined;
    const body = presentRevealed(key, revealed, {
      links,
      shrimp: isSignedOut ? PLACEHOLDER_SHRIMP : shrimp,
      custid: isSignedOut ? 'anon' : custidOf(caller),
    });
    return { body: compatibleTypes ? compatibleReveal(body) : body, isReplay: revealed.isReplay, ...ending };
  },
});

/** Without `continue` nothing is opened and the passphrase is not looked at. */
async function look(request: RestRequest<unknown>, { execute, links }: RestTools): Promise<RestAnswer> {
  const { key, caller, shrimp } = request;
  const { secret } = await execute(secretGate, { key }, caller);
  if (secret === null) throw unknownSecret(key);
  return { body: presentUnconfirmed(key, secret, { links, shrimp, custid: custidOf(caller) }) };
}

/** Whoever just verified an account starts anew, by signing in. The content was paid for: an outage here keeps nothing back. */
async function endSession(request: RestRequest<unknown>, { ask, cookies }: RestTools): Promise<Partial<RestAnswer>> {
  const { identity, session, rememberMe } = request;
  if (identity !== 'customer' || session === undefined) return {};
  try {
    await ask(signOut, { sessionId: session, rememberMe: rememberMe?.slice(0, 300) ?? null });
  } catch (error) {
    if (!(error instanceof OutageError)) throw error;
  }
  return { setCookies: cookies.removed };
}
