import { concealForm, revealForm } from '@onceover/schema/rest/secret';
import { intentHeader } from '@onceover/schema/web/opening';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import { PLACEHOLDER_SHRIMP } from '../../../../form-token/form-token.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { acknowledgeSecret, concealSecret, revealSecret } from '../../../../operations/operations.generated.ts';
import { conceal, endSession, lookAt, reveal } from '../../../calls/secret-calls.ts';
import { type RestRequest, type RestRoute, type RestTools, restRoute } from '../../../rest-route.ts';
import { presentConcealed } from '../presenters/concealed.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentGate, presentUnconfirmed } from '../presenters/gate.ts';
import { presentRevealed } from '../presenters/revealed.ts';

/** POST /api/v2/secret/conceal. Source: REST contract 5.1. */
const concealSecretRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/conceal',
  name: 'concealSecret',
  summary: 'Conceal a secret',
  description:
    'Creates a secret and the link that opens it once. The answer is the only place that has the secret key.',
  answers: ['concealed'],
  refuses: [
    ...concealSecret.refusals.filter((code) => code !== 'secret.text-too-long'),
    'captcha_missing',
    'captcha_failed',
  ],
  limit: limitOf.concealSecret,
  scope: 'secrets-write',
  form: concealForm,
  takesIdempotencyKey: true,
  bringsSecret: true,
  sharesPath: true,
  async handle({ form, caller, idempotencyKey, shrimp }, tools) {
    const concealed = await conceal(form, { caller, idempotencyKey }, tools);
    const view = { links: tools.links, now: tools.now(), custid: custidOf(caller) };
    const body = presentConcealed(concealed, { ...view, shrimp, recipients: form.recipient });
    return { shape: 'concealed', body, isReplay: concealed.isReplay };
  },
});

const INTENT_HEADER = intentHeader.toLowerCase();

/** GET /api/v2/secret/{secretKey}: a look, which changes nothing. Source: REST contract 5.2. */
const showSecretRoute = restRoute({
  method: 'GET',
  path: '/api/v2/secret/:key',
  keyName: 'secretKey',
  name: 'showSecret',
  summary: 'Look at a secret',
  description:
    'Tells whether the secret can still be opened, and whether it has a passphrase. It never opens the secret, and changes nothing.',
  answers: ['secret'],
  refuses: ['secret.gone'],
  limit: limitOf.secret,
  scope: 'secrets-read-meta',
  async handle({ key, caller, headers }, tools) {
    const gate = await lookAt(key, caller, tools);
    const isPage = headers[INTENT_HEADER] !== undefined;
    const intent = isPage ? { intent: tools.openings.intentFor(key, caller) } : {};
    return { shape: 'secret', body: { ...presentGate(key, gate, tools.links), ...intent } };
  },
});

/** POST /api/v2/secret/{secretKey}: opens a secret, once. Source: REST contract 5.3. */
const revealSecretRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/:key',
  keyName: 'secretKey',
  name: 'revealSecret',
  summary: 'Reveal a secret',
  description:
    'Opens the secret, once. Its content is deleted before it is sent. With an `Idempotency-Key`, the same client can repeat the request for two minutes, up to three times, if the answer was lost.',
  answers: ['revealed', 'unconfirmed'],
  refuses: [...revealSecret.refusals.filter((code) => code !== 'secret.not-confirmed'), 'intent_needed', 'hold_asked'],
  limit: limitOf.revealSecret,
  scope: 'secrets-write',
  form: revealForm,
  takesIdempotencyKey: true,
  async handle(request, tools) {
    const { form, key, idempotencyKey, shrimp } = request;
    if (!form.continue) return await look(request, tools);
    const { caller, next } = await tools.openings.admit(request);
    const opened = { key, passphrase: form.passphrase };
    const revealed = await reveal(opened, { caller, idempotencyKey }, tools, next);
    const ending = revealed.verification ? await endSession(request, tools) : {};
    const isSignedOut = ending.setCookies !== undefined;
    const body = presentRevealed(key, revealed, {
      links: tools.links,
      shrimp: isSignedOut ? PLACEHOLDER_SHRIMP : shrimp,
      custid: isSignedOut ? 'anon' : custidOf(caller),
    });
    return { shape: 'revealed', body, isReplay: revealed.isReplay, ...ending };
  },
});

/** Without `continue` nothing is opened and the passphrase is not checked. */
async function look(request: RestRequest<unknown>, tools: RestTools): Promise<RestAnswer<'unconfirmed'>> {
  const { key, caller, shrimp } = request;
  const gate = await lookAt(key, caller, tools);
  const given = { links: tools.links, shrimp, custid: custidOf(caller) };
  return { shape: 'unconfirmed', body: presentUnconfirmed(key, gate, given) };
}

/**
 * POST /api/v2/secret/{secretKey}/acknowledge: confirms that the content arrived; the same answer for every key.
 * Source: REST contract 5.3.
 */
const acknowledgeSecretRoute = restRoute({
  method: 'POST',
  path: '/api/v2/secret/:key/acknowledge',
  keyName: 'secretKey',
  name: 'acknowledgeSecret',
  summary: 'Confirm that the content arrived',
  description: 'Ends the repeats that the same `Idempotency-Key` allows. The answer is the same for every key.',
  answers: ['acknowledged'],
  limit: limitOf.acknowledgeSecret,
  scope: 'secrets-write',
  takesIdempotencyKey: true,
  async handle({ key, caller, idempotencyKey, shrimp }, { execute }) {
    // Without the header there is no claimant whose redeliveries could end.
    if (idempotencyKey !== undefined) await execute(acknowledgeSecret, { input: { key, idempotencyKey } }, caller);
    return { shape: 'acknowledged', body: { success: true, shrimp, custid: custidOf(caller) } };
  },
});

/** What is done with a secret: creating it, and everything by its secret key. */
export const secretRoutes: readonly RestRoute[] = [
  concealSecretRoute,
  showSecretRoute,
  revealSecretRoute,
  acknowledgeSecretRoute,
];
