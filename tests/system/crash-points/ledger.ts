import type { ApiClient, ConcealedLinks } from '../../support/api-client.ts';

/** What a visitor knows about one secret when the power fails. */
export interface Entry {
  readonly plaintext: string;
  /** Sent with conceal, and again if its answer was lost. */
  readonly concealKey: string;
  /** Sent with the reveal, and again if its answer was lost. */
  readonly claimKey: string;
  links?: ConcealedLinks;
  state: 'concealing' | 'unopened' | 'revealing' | 'opened' | 'burning' | 'burned';
}

export const conceal = (client: ApiClient, entry: Entry) =>
  client.post('/api/v2/secret/conceal', { secret: entry.plaintext }, { 'idempotency-key': entry.concealKey });

export const reveal = (client: ApiClient, entry: Entry) =>
  client.reveal(linksFor(entry).secretKey, {}, { 'idempotency-key': entry.claimKey });

export function linksFor(entry: Entry): ConcealedLinks {
  if (entry.links === undefined) throw new Error('the secret was never acknowledged');
  return entry.links;
}

export function newEntry(): Entry {
  return {
    plaintext: `kept ${crypto.randomUUID()}`,
    concealKey: crypto.randomUUID(),
    claimKey: crypto.randomUUID(),
    state: 'concealing',
  };
}
