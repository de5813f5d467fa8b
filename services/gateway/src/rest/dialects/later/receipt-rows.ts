import { identifiersForm, memoForm, scopeForm } from '@onceover/schema/rest/later';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import { notEntitled, notOwner } from '../../../http/api-error.ts';
import { limitOf } from '../../../limits/limit-table.ts';
import { burnSecret, labelSecret } from '../../../operations/operations.generated.ts';
import { burn, generatedValueOf, label, metadataOf, metadataOrNull, recentOf } from '../../calls/metadata-calls.ts';
import { type RestRoute, restRoute } from '../../rest-route.ts';
import { counted, envelopeOf, mannerOf, openingForm, type Place, readerOf } from './place.ts';
import { presentLaterBurned, presentLaterRecent, presentReceipt, presentReceiptPage } from './present-receipt.ts';

/*
 * What the later dialect tells its creators, each call under the path of its place. Source: dialects 4, 5.
 */

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
      // The service asks for `secrets-write` as well.
      scope: 'secrets-read-meta',
      limit: limitOf.labelSecret,
      form: memoForm,
      async handle(request, tools) {
        const { key, form, caller } = request;
        const { isOwner } = await metadataOf(key, caller, tools);
        if (!isOwner) throw notOwner();
        if (form.memo !== undefined) await label(key, form.memo, caller, tools);
        const metadata = await metadataOf(key, caller, tools);
        const record = presentReceipt(metadata, readerOf(request, tools, place), metadata.secretKey);
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
      const keys = await counted(request, tools, limitOf.metadata);
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
