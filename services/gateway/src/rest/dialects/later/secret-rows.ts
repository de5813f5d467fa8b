import { identifiersForm, laterConcealForm } from '@onceover/schema/rest/later';
import { limitOf } from '../../../limits/limit-table.ts';
import { concealSecret, revealSecret } from '../../../operations/operations.generated.ts';
import { conceal, endSession, gateOf, lookAt, reveal } from '../../calls/secret-calls.ts';
import { type RestRoute, restRoute } from '../../rest-route.ts';
import { presentGate } from '../d18/presenters/gate.ts';
import { counted, envelopeOf, mannerOf, openingForm, type Place, readerOf, signedOut } from './place.ts';
import {
  presentLaterConcealed,
  presentOpened,
  presentPending,
  presentStatus,
  presentUnopened,
} from './present-secret.ts';

/*
 * What the later dialect does with a secret, each call under the path of its place. Source: dialects 4, 5.
 */

/** POST …/conceal and …/generate: the fields are within `secret`. */
export function creating(path: string, kind: 'share' | 'generate', place: Place): RestRoute {
  const isGenerated = kind === 'generate';
  return restRoute({
    ...mannerOf(place),
    method: 'POST',
    path,
    name: `${place.prefix}${isGenerated ? 'GenerateSecret' : 'ConcealSecret'}`,
    summary: isGenerated ? 'Generate a secret' : 'Conceal a secret',
    answers: ['laterConcealed'],
    refuses: [...concealSecret.refusals, 'captcha_missing', 'captcha_failed'],
    limit: limitOf.concealSecret,
    scope: 'secrets-write',
    form: laterConcealForm,
    nestedIn: 'secret',
    takesIdempotencyKey: true,
    ...(isGenerated ? {} : { bringsSecret: true }),
    async handle(request, tools) {
      const { form, shrimp } = request;
      const concealed = await conceal({ ...form, kind, isWhole: true }, request, tools);
      const reader = { ...readerOf(request, tools, place), shrimp, recipients: form.recipient };
      return { shape: 'laterConcealed', body: presentLaterConcealed(concealed, reader), isReplay: concealed.isReplay };
    },
  });
}

/** GET …/secret/{key}, where it stands apart from D18. */
export function lookingAt(path: string, place: Place): RestRoute {
  return restRoute({
    ...mannerOf(place),
    method: 'GET',
    path,
    keyName: 'secretKey',
    name: `${place.prefix}ShowSecret`,
    summary: 'Look at a secret',
    answers: ['secret'],
    refuses: ['secret.gone'],
    limit: limitOf.secret,
    scope: 'secrets-read-meta',
    async handle({ key, caller }, tools) {
      return { shape: 'secret', body: presentGate(key, await lookAt(key, caller, tools), tools.links) };
    },
  });
}

/** POST …/secret/{key}/reveal. Only programs call it: the page of a link opens in its own way. */
export function opening(path: string, place: Place): RestRoute {
  return restRoute({
    ...mannerOf(place),
    method: 'POST',
    path,
    keyName: 'secretKey',
    name: `${place.prefix}RevealSecret`,
    summary: 'Reveal a secret',
    description: 'Opens the secret, once. Without `continue` it is only looked at.',
    answers: ['laterRevealed'],
    refuses: revealSecret.refusals.filter((code) => code !== 'secret.not-confirmed'),
    limit: limitOf.revealSecret,
    scope: 'secrets-write',
    form: openingForm,
    takesIdempotencyKey: true,
    async handle(request, tools) {
      const { key, form, caller } = request;
      const envelope = envelopeOf(request);
      if (!form.continue) {
        const gate = await lookAt(key, caller, tools);
        return { shape: 'laterRevealed', body: presentUnopened(key, gate, envelope) };
      }
      const revealed = await reveal({ key, passphrase: form.passphrase }, request, tools);
      const ending = revealed.verification ? await endSession(request, tools) : {};
      const who = ending.setCookies === undefined ? envelope : signedOut;
      const body = presentOpened(key, revealed, { ...who, opened: place.opened });
      return { shape: 'laterRevealed', body, isReplay: revealed.isReplay, ...ending };
    },
  });
}

/** GET …/secret/{key}/status and POST …/secret/status. */
export function statuses(base: string, place: Place): RestRoute[] {
  const manner = { ...mannerOf(place), limit: limitOf.secret, scope: 'secrets-read-meta' } as const;
  return [
    restRoute({
      ...manner,
      method: 'GET',
      path: `${base}/secret/:key/status`,
      keyName: 'secretKey',
      name: `${place.prefix}ShowSecretStatus`,
      summary: 'Get the status of a secret',
      answers: ['laterStatus'],
      async handle({ key, caller }, tools) {
        return { shape: 'laterStatus', body: presentStatus(key, await gateOf(key, caller, tools), tools.now()) };
      },
    }),
    restRoute({
      ...manner,
      method: 'POST',
      path: `${base}/secret/status`,
      name: `${place.prefix}ListSecretStatuses`,
      summary: 'Get the status of several secrets',
      answers: ['laterStatuses'],
      form: identifiersForm,
      async handle(request, tools) {
        const keys = await counted(request, tools, limitOf.secret);
        const gates = await Promise.all(keys.map((key) => gateOf(key, request.caller, tools)));
        const records = keys.flatMap((key, index) => {
          const gate = gates[index];
          return gate == null ? [] : [presentPending(key, gate)];
        });
        return {
          shape: 'laterStatuses',
          body: { success: true, ...envelopeOf(request), records, count: records.length },
        };
      },
    }),
  ];
}
