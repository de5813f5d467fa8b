import { burnForm } from '@onceover/schema/rest/metadata';
import { limitOf } from '../../../../limits/limit-table.ts';
import { burnSecret } from '../../../../operations/operations.generated.ts';
import { burn, generatedValueOf, metadataOf, recentOf } from '../../../calls/metadata-calls.ts';
import { type RestRoute, restRoute } from '../../../rest-route.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentBurned, presentRecent } from '../presenters/metadata.ts';
import { presentPrivate } from '../presenters/private.ts';

/** GET /api/v2/private/recent: the caller's secrets, under owner handles. Source: REST contract 5.4. */
const recentRoute = restRoute({
  method: 'GET',
  path: '/api/v2/private/recent',
  name: 'listRecentSecrets',
  summary: 'List recent secrets',
  description:
    'Your secrets of the last 30 days, the newest 1000 at most. Their keys are owner handles: they work for you only, and never give the link.',
  answers: ['recent'],
  auth: 'required',
  scope: 'recent',
  limit: limitOf.recentSecrets,
  async handle({ caller }, tools) {
    const found = await recentOf(caller, tools);
    const body = presentRecent(found, { links: tools.links, now: tools.now(), custid: custidOf(caller) });
    return { shape: 'recent', body };
  },
});

/** GET /api/v2/private/{metadataKey}: the creator's view. Source: REST contract 5.5. */
const showPrivateRoute = restRoute({
  method: 'GET',
  path: '/api/v2/private/:key',
  keyName: 'metadataKey',
  name: 'showMetadata',
  summary: 'See what became of a secret',
  description: "The creator's view of a secret. Whoever has the metadata key can see it; looking changes nothing.",
  answers: ['private'],
  refuses: ['secret.gone'],
  limit: limitOf.metadata,
  scope: 'secrets-read-meta',
  async handle(request, tools) {
    const { key, caller } = request;
    const metadata = await metadataOf(key, caller, tools);
    const view = { links: tools.links, now: tools.now(), custid: custidOf(caller) };
    const body = presentPrivate(metadata, view, await generatedValueOf(metadata, request, tools));
    return { shape: 'private', body };
  },
});

/** POST /api/v2/private/{metadataKey}/burn. Source: REST contract 5.6. */
const burnSecretRoute = restRoute({
  method: 'POST',
  path: '/api/v2/private/:key/burn',
  keyName: 'metadataKey',
  name: 'burnSecret',
  summary: 'Burn a secret',
  description: 'Deletes the secret before anyone opens it.',
  answers: ['burned'],
  refuses: burnSecret.refusals.filter((code) => code !== 'secret.not-confirmed'),
  limit: limitOf.burnSecret,
  scope: 'secrets-write',
  form: burnForm,
  async handle({ form, key, caller, shrimp }, tools) {
    const metadata = await burn(key, form, caller, tools);
    const view = { links: tools.links, now: tools.now(), custid: custidOf(caller) };
    const body = presentBurned(metadata, { ...view, shrimp });
    return { shape: 'burned', body };
  },
});

/** What the creator can see and do, by metadata key or as the owner. */
export const metadataRoutes: readonly RestRoute[] = [recentRoute, showPrivateRoute, burnSecretRoute];
