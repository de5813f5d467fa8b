import { identifiersForm, laterConcealForm, memoForm, mostIdentifiers, scopeForm } from '@onceover/schema/rest/later';
import { revealForm } from '@onceover/schema/rest/secret';
import type { DialectName } from '../../../answers/choose-dialect.ts';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import { badPayload, notEntitled, notOwner } from '../../../http/api-error.ts';
import { limitOf } from '../../../limits/limit-table.ts';
import { burnSecret, concealSecret, labelSecret, revealSecret } from '../../../operations/operations.generated.ts';
import { burn, generatedValueOf, label, metadataOf, metadataOrNull, recentOf } from '../../calls/metadata-calls.ts';
import { conceal, gateOf, lookAt, reveal } from '../../calls/secret-calls.ts';
import { custidOf } from '../../presenters/custid.ts';
import { presentGate } from '../../presenters/gate.ts';
import { type RestRequest, type RestRoute, type RestTools, restRoute } from '../../rest-route.ts';
import {
  type LaterReader,
  type OpenedWord,
  presentLaterBurned,
  presentLaterRecent,
  presentReceipt,
  presentReceiptPage,
} from './present-receipt.ts';
import {
  presentLaterConcealed,
  presentOpened,
  presentPending,
  presentStatus,
  presentUnopened,
} from './present-secret.ts';

/*
 * The calls of the later dialect, which v3 and the guest paths have too, each under its own path. Source: dialects 4, 5.
 */

/** Under which path the calls stand, for whom, and how they name an opened secret. */
export interface Place {
  readonly dialect: DialectName;
  /** Before the names of operations, so that each is unique: `later`, `guest`. */
  readonly prefix: string;
  readonly credentials: NonNullable<RestRoute['credentials']>;
  /** Default: `any`. */
  readonly auth?: RestRoute['auth'];
  readonly opened: OpenedWord;
}

type Manner = Pick<RestRoute, 'dialect' | 'credentials' | 'auth'>;
const mannerOf = ({ dialect, credentials, auth = 'any' }: Place): Manner => ({ dialect, credentials, auth });

function readerOf(
  { caller }: Pick<RestRequest<unknown>, 'caller'>,
  { links, now }: RestTools,
  { opened }: Pick<Place, 'opened'>,
): LaterReader {
  return { links, now: now(), custid: custidOf(caller), opened };
}

const envelopeOf = ({ shrimp, caller }: RestRequest<unknown>) => ({ shrimp, custid: custidOf(caller) });

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

const openingForm = revealForm.pick({ continue: true, passphrase: true });

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
      const body = presentOpened(key, revealed, { ...envelope, opened: place.opened });
      return { shape: 'laterRevealed', body, isReplay: revealed.isReplay };
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
        const keys = fewEnough(request.form.identifiers);
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

function fewEnough(identifiers: readonly string[]): readonly string[] {
  if (identifiers.length > mostIdentifiers) throw badPayload();
  return identifiers;
}

/** GET …/receipt/{key} and POST …/receipt/{key}/burn. */
export function receipts(base: string, place: Place): RestRoute[] {
  return [
    restRoute({
      ...mannerOf(place),
      method: 'GET',
      path: `${base}/receipt/:key`,
      keyName: 'metadataKey',
      name: `${place.prefix}ShowReceipt`,
      summary: 'See what became of a secret',
      answers: ['laterReceipt'],
      refuses: ['secret.gone'],
      limit: limitOf.metadata,
      scope: 'secrets-read-meta',
      async handle(request, tools) {
        const metadata = await metadataOf(request.key, request.caller, tools);
        const value = await generatedValueOf(metadata, request, tools);
        return { shape: 'laterReceipt', body: presentReceiptPage(metadata, readerOf(request, tools, place), value) };
      },
    }),
    restRoute({
      ...mannerOf(place),
      method: 'POST',
      path: `${base}/receipt/:key/burn`,
      keyName: 'metadataKey',
      name: `${place.prefix}BurnSecret`,
      summary: 'Burn a secret',
      answers: ['laterBurned'],
      refuses: burnSecret.refusals.filter((code) => code !== 'secret.not-confirmed'),
      limit: limitOf.burnSecret,
      scope: 'secrets-write',
      form: openingForm,
      async handle(request, tools) {
        const metadata = await burn(request.key, request.form, request.caller, tools);
        const reader = { ...readerOf(request, tools, place), shrimp: request.shrimp };
        return { shape: 'laterBurned', body: presentLaterBurned(metadata, reader) };
      },
    }),
  ];
}

/** What only owners do: their list, and the label. */
export function ownersOnly(base: string, place: Place): RestRoute[] {
  return [
    restRoute({
      ...mannerOf(place),
      method: 'GET',
      path: `${base}/receipt/recent`,
      name: `${place.prefix}ListRecentReceipts`,
      summary: 'List recent secrets',
      description: 'Your secrets of the last 30 days. Their keys are owner handles: they work for you only.',
      answers: ['laterRecent'],
      refuses: ['no_entitlement'],
      auth: 'required',
      scope: 'recent',
      limit: limitOf.recentSecrets,
      form: scopeForm,
      async handle(request, tools) {
        if ((request.form.scope ?? '') !== '') throw notEntitled();
        const recent = await recentOf(request.caller, tools);
        return { shape: 'laterRecent', body: presentLaterRecent(recent, readerOf(request, tools, place)) };
      },
    }),
    restRoute({
      ...mannerOf(place),
      method: 'PATCH',
      path: `${base}/receipt/:key`,
      keyName: 'metadataKey',
      name: `${place.prefix}LabelReceipt`,
      summary: 'Label a secret of yours',
      answers: ['laterLabeled'],
      refuses: [...labelSecret.refusals, 'not_owner'],
      auth: 'required',
      scope: 'secrets-write',
      limit: limitOf.labelSecret,
      form: memoForm,
      async handle(request, tools) {
        const { key, form, caller } = request;
        const { isOwner } = await metadataOf(key, caller, tools);
        if (!isOwner) throw notOwner();
        await label(key, form.memo, caller, tools);
        const record = presentReceipt(await metadataOf(key, caller, tools), readerOf(request, tools, place));
        return { shape: 'laterLabeled', body: { success: true, ...envelopeOf(request), record } };
      },
    }),
  ];
}

/** POST …/guest/receipts, for what a visitor's browser remembers. */
export function manyReceipts(path: string, place: Place): RestRoute {
  return restRoute({
    ...mannerOf(place),
    method: 'POST',
    path,
    name: `${place.prefix}ListReceipts`,
    summary: 'See what became of several secrets',
    answers: ['laterReceipts'],
    limit: limitOf.metadata,
    form: identifiersForm,
    async handle(request, tools): Promise<RestAnswer<'laterReceipts'>> {
      const keys = fewEnough(request.form.identifiers);
      const found = await Promise.all(keys.map((key) => metadataOrNull(key, request.caller, tools)));
      const reader = readerOf(request, tools, place);
      const records = found
        .filter((metadata) => metadata !== null)
        .map((metadata) => presentReceipt(metadata, reader, metadata.secretKey));
      return {
        shape: 'laterReceipts',
        body: { success: true, ...envelopeOf(request), records, count: records.length },
      };
    },
  });
}

/** Everything a visitor may do, under `base`. Credentials are not even looked at. */
export function guestRoutes(base: string, place: Omit<Place, 'credentials'>): RestRoute[] {
  const guest: Place = { ...place, credentials: 'none' };
  return [
    creating(`${base}/guest/secret/conceal`, 'share', guest),
    creating(`${base}/guest/secret/generate`, 'generate', guest),
    lookingAt(`${base}/guest/secret/:key`, guest),
    opening(`${base}/guest/secret/:key/reveal`, guest),
    ...receipts(`${base}/guest`, guest),
  ];
}

const base = '/api/v2';
const calls: Place = { dialect: 'later', prefix: 'later', credentials: 'all', opened: 'received' };
const receiptCalls: Place = { dialect: 'later', prefix: 'later', credentials: 'token', opened: 'revealed' };

/** The rows of the later dialect in `/api/v2`. */
export const laterRoutes: readonly RestRoute[] = [
  creating(`${base}/secret/conceal`, 'share', calls),
  creating(`${base}/secret/generate`, 'generate', calls),
  opening(`${base}/secret/:key/reveal`, calls),
  ...statuses(base, receiptCalls),
  ...ownersOnly(base, receiptCalls),
  ...receipts(base, receiptCalls),
  ...guestRoutes(base, { dialect: 'later', prefix: 'guest', opened: 'revealed' }),
];
