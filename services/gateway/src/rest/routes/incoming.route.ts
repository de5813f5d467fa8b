import { type IncomingForm, incomingForm } from '@onceover/schema/rest/support';
import { notAvailable } from '../../http/api-error.ts';
import { submitIncoming } from '../../operations/operations.generated.ts';
import { formReader } from '../forms/form-reader.ts';
import { custidOf } from '../presenters/custid.ts';
import { presentIncoming } from '../presenters/incoming.ts';
import { isRefusal, refused } from '../refused.ts';
import { restRoute } from '../rest-route.ts';

/** POST /incoming: a secret for the support desk, under a ticket number. Source: REST contract 8. */
export const incomingRoute = restRoute<IncomingForm>({
  method: 'POST',
  path: '/api/v2/incoming',
  plain: { path: '/incoming' },
  scope: 'secrets-write',
  limit: 'incoming',
  readForm: formReader(incomingForm),
  async handle({ form, caller, shrimp }, { execute, links, now, features }) {
    if (features.incomingRecipient === undefined) throw notAvailable('/incoming');
    const input = { secret: form.secret, ticketNumber: form.ticketno };
    const { submitIncoming: submitted } = await execute(submitIncoming, { input }, caller);
    if (isRefusal(submitted)) throw refused(submitted);
    const body = presentIncoming(submitted, { links, now: now(), custid: custidOf(caller), shrimp });
    return { body, notice: 'incoming_received' };
  },
});
