import { v1GenerateForm, v1PassphraseForm, v1ShareForm } from '@onceover/schema/rest/v1';
import type { RestAnswer } from '../../../answers/rest-answer.ts';
import { limitOf } from '../../../limits/limit-table.ts';
import { burnSecret, concealSecret, revealSecret } from '../../../operations/operations.generated.ts';
import { burn, generatedValueOf, metadataOf, recentOf } from '../../calls/metadata-calls.ts';
import { conceal, reveal } from '../../calls/secret-calls.ts';
import { type RestRequest, type RestRoute, type RestTools, restRoute } from '../../rest-route.ts';
import { custidOf } from '../d18/presenters/custid.ts';
import type { MetadataReader } from '../d18/presenters/metadata.ts';
import { aboutSite } from '../d18/routes/site-routes.ts';
import { presentV1, presentV1Concealed, presentV1Recent, presentV1Revealed } from './present.ts';

/*
 * `/api/v1`: no cookies, no form tokens, one object for everything. Its calls are those of every dialect. Source: dialects 3.
 */

const v1 = { dialect: 'v1', credentials: 'token' } as const;
const creating = { ...v1, limit: limitOf.concealSecret, scope: 'secrets-write', takesIdempotencyKey: true } as const;

const concealRefusals = [
  ...concealSecret.refusals.filter((code) => code !== 'secret.text-too-long'),
  'captcha_missing',
  'captcha_failed',
] as const;

function readerOf({ caller }: Pick<RestRequest<unknown>, 'caller'>, { links, now }: RestTools): MetadataReader {
  return { links, now: now(), custid: custidOf(caller) };
}

const status = aboutSite(
  { ...v1, path: '/api/v1/status', name: 'v1ShowStatus', summary: 'Get the status', answers: ['v1Status'] },
  ({ locale }) => ({ shape: 'v1Status', body: { status: 'nominal', locale: locale.code } }),
);

const authcheck = aboutSite(
  {
    ...v1,
    path: '/api/v1/authcheck',
    name: 'v1CheckToken',
    summary: 'Check an API token',
    answers: ['v1Status'],
    auth: 'required',
  },
  ({ locale }) => ({ shape: 'v1Status', body: { status: 'nominal', locale: locale.code } }),
);

const sharing = (path: string, name: string) =>
  restRoute({
    ...creating,
    method: 'POST',
    path,
    name,
    summary: 'Conceal a secret',
    answers: ['v1Secret'],
    refuses: concealRefusals,
    form: v1ShareForm,
    bringsSecret: true,
    async handle(request, tools) {
      const concealed = await conceal({ ...request.form, kind: 'share' }, request, tools);
      const body = presentV1Concealed(concealed, readerOf(request, tools));
      return { shape: 'v1Secret', body, isReplay: concealed.isReplay };
    },
  });

const generate = restRoute({
  ...creating,
  method: 'POST',
  path: '/api/v1/generate',
  name: 'v1Generate',
  summary: 'Generate a secret',
  answers: ['v1Secret'],
  refuses: concealRefusals,
  form: v1GenerateForm,
  async handle(request, tools) {
    const concealed = await conceal({ ...request.form, secret: '', kind: 'generate' }, request, tools);
    const body = presentV1Concealed(concealed, readerOf(request, tools));
    return { shape: 'v1Secret', body, isReplay: concealed.isReplay };
  },
});

const open = restRoute({
  ...v1,
  method: 'POST',
  path: '/api/v1/secret/:key',
  keyName: 'secretKey',
  name: 'v1Reveal',
  summary: 'Reveal a secret',
  description: 'Opens the secret, once. Its content is deleted before it is sent.',
  answers: ['v1Value'],
  refuses: revealSecret.refusals.filter((code) => code !== 'secret.not-confirmed'),
  limit: limitOf.revealSecret,
  scope: 'secrets-write',
  form: v1PassphraseForm,
  takesIdempotencyKey: true,
  async handle(request, tools) {
    const { key, form } = request;
    const revealed = await reveal({ key, passphrase: form.passphrase }, request, tools);
    return { shape: 'v1Value', body: presentV1Revealed(key, revealed, tools.links), isReplay: revealed.isReplay };
  },
});

/** What `/private` is also called. */
const names = [
  ['private', ''],
  ['metadata', 'Metadata'],
  ['receipt', 'Receipt'],
] as const;

const looking = {
  ...v1,
  keyName: 'metadataKey',
  summary: 'See what became of a secret',
  answers: ['v1Secret'],
  refuses: ['secret.gone'],
  limit: limitOf.metadata,
  scope: 'secrets-read-meta',
} as const;

async function look(request: RestRequest<unknown>, tools: RestTools): Promise<RestAnswer<'v1Secret'>> {
  const metadata = await metadataOf(request.key, request.caller, tools);
  const value = await generatedValueOf(metadata, request, tools);
  return { shape: 'v1Secret', body: presentV1(metadata, readerOf(request, tools), { value }) };
}

const burning = (name: string, suffix: string) =>
  restRoute({
    ...v1,
    method: 'POST',
    path: `/api/v1/${name}/:key/burn`,
    keyName: 'metadataKey',
    name: `v1Burn${suffix}`,
    summary: 'Burn a secret',
    description: 'Deletes the secret before anyone opens it.',
    answers: ['v1Burned'],
    refuses: burnSecret.refusals.filter((code) => code !== 'secret.not-confirmed'),
    limit: limitOf.burnSecret,
    scope: 'secrets-write',
    form: v1PassphraseForm,
    async handle(request, tools) {
      const burned = await burn(request.key, { ...request.form, continue: true }, request.caller, tools);
      const state = presentV1(burned, readerOf(request, tools));
      return { shape: 'v1Burned', body: { state, secret_shortkey: burned.secretShortkey } };
    },
  });

const byMetadataKey = (name: string, suffix: string) => [
  restRoute({
    ...v1,
    method: 'GET',
    path: `/api/v1/${name}/recent`,
    name: `v1ListRecent${suffix}`,
    summary: 'List recent secrets',
    description: 'Your secrets of the last 30 days. Their keys are owner handles: they work for you only.',
    answers: ['v1Recent'],
    auth: 'required',
    scope: 'recent',
    limit: limitOf.recentSecrets,
    async handle(request, tools) {
      const body = presentV1Recent(await recentOf(request.caller, tools), readerOf(request, tools));
      return { shape: 'v1Recent', body };
    },
  }),
  restRoute({
    ...looking,
    method: 'GET',
    path: `/api/v1/${name}/:key`,
    name: `v1ShowMetadata${suffix}`,
    handle: look,
  }),
  restRoute({
    ...looking,
    method: 'POST',
    path: `/api/v1/${name}/:key`,
    name: `v1LookAtMetadata${suffix}`,
    handle: look,
  }),
  burning(name, suffix),
];

/** Every row of v1. */
export const v1Routes: readonly RestRoute[] = [
  status,
  authcheck,
  sharing('/api/v1/share', 'v1Share'),
  sharing('/api/v1/create', 'v1Create'),
  generate,
  open,
  ...names.flatMap(([name, suffix]) => byMetadataKey(name, suffix)),
];
