import { burnForm } from '@onceover/schema/rest/metadata';
import { type ApiError, unknownSecret } from '../../http/api-error.ts';
import { limitOf } from '../../limits/limit-table.ts';
import { burnSecret, recentSecrets, showMetadata } from '../../operations/operations.generated.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentBurned, presentRecent } from '../presenters/metadata.ts';
import { presentPrivate } from '../presenters/private.ts';
import { isRefusal, type Refusal, refused } from '../refused.ts';
import { type RestRoute, restRoute } from '../rest-route.ts';

const MOST = 1000;

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
  async handle({ caller }, { execute, links, now }) {
    const { recentSecrets: found } = await execute(recentSecrets, { first: MOST }, caller);
    const body = presentRecent(found, { links, now: now(), custid: custidOf(caller) });
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
  async handle({ key, caller }, { execute, links, now }) {
    const { metadata } = await execute(showMetadata, { key }, caller);
    if (metadata === null) throw unknownSecret(key);
    const body = presentPrivate(metadata, { links, now: now(), custid: custidOf(caller) });
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
  async handle({ form, key, caller, shrimp }, { execute, links, now }) {
    const input = { key, continue: form.continue, passphrase: form.passphrase };
    const { burnSecret: burned } = await execute(burnSecret, { input }, caller);
    if (isRefusal(burned)) throw burnRefused(burned, key);
    const body = presentBurned(burned.metadata, { links, shrimp, now: now(), custid: custidOf(caller) });
    return { shape: 'burned', body };
  },
});

function burnRefused(refusal: Refusal, key: string): ApiError {
  if (refusal.code === 'secret.gone') return unknownSecret(key);
  return refused(refusal.code === 'secret.not-confirmed' ? { ...refusal, code: 'secret.not-burnable' } : refusal);
}

/** What the creator can see and do, by metadata key or as the owner. */
export const metadataRoutes: readonly RestRoute[] = [recentRoute, showPrivateRoute, burnSecretRoute];
