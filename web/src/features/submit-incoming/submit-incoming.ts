import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

interface IncomingAnswer {
  readonly details: { readonly ticketno: string };
}

/** Sends a secret to the support desk; gives the ticket number back as the server took it. */
export async function submitIncoming(fields: { readonly secret: string; readonly ticketNumber: string }) {
  const form = { secret: fields.secret, ticketno: fields.ticketNumber, kind: 'share' };
  const { details } = await api<IncomingAnswer>({ path: apiPaths.incoming, form });
  return details.ticketno;
}
