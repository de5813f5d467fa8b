import { type ConcealForm, concealForm } from '@onceover/schema/rest/secret';
import { concealSecret } from '../../operations/operations.generated.ts';
import { formReader } from '../forms/form-reader.ts';
import { presentConcealed } from '../presenters/concealed.ts';
import { custidOf } from '../presenters/custid.ts';
import { isRefusal, refused } from '../refused.ts';
import { restRoute } from '../rest-route.ts';

/** POST /api/v2/secret/conceal. Source: REST contract 5.1. */
export const concealSecretRoute = restRoute<ConcealForm>({
  method: 'POST',
  path: '/api/v2/secret/conceal',
  limit: 'conceal',
  scope: 'secrets-write',
  readForm: formReader(concealForm),
  takesIdempotencyKey: true,
  async handle({ form, caller, idempotencyKey, shrimp }, { execute, links, now, site }) {
    const shareDomain = form.share_domain?.toLowerCase() === site.host ? undefined : form.share_domain;
    const input = {
      kind: form.kind === 'generate' ? 'GENERATE' : 'SHARE',
      secret: form.secret,
      passphrase: form.passphrase,
      ttl: form.ttl,
      recipients: form.recipient,
      shareDomain,
      idempotencyKey,
    } as const;
    const { concealSecret: concealed } = await execute(concealSecret, { input }, caller);
    if (isRefusal(concealed)) throw refused(concealed, { domain: shareDomain });
    const view = { links, now: now(), custid: custidOf(caller) };
    const body = presentConcealed(concealed, { ...view, shrimp, recipients: form.recipient });
    return { body, isReplay: concealed.isReplay };
  },
});
