import type { ConcealedLinks } from './api-client.ts';
import type { Person } from './people.ts';

/** A secret of a customer, created without the web page. Throws if it was refused. */
export async function concealAs(
  { browser }: Person,
  secret: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ConcealedLinks> {
  const { status, json, text } = await browser.post('/api/v2/secret/conceal', { secret, ...fields }, headers);
  if (status !== 200) throw new Error(`conceal answered ${status} ${text}`);
  const { metadata, secret: made } = json.record;
  return { secretKey: made.key, metadataKey: metadata.key, secretShortKey: metadata.secret_shortkey };
}

/** The owner handle of the customer's newest secret. */
export async function newestHandle({ browser }: Person): Promise<string> {
  const { json } = await browser.get('/api/v2/private/recent');
  return json.records[0].key;
}

/** Gives a secret of the customer's a private label. Throws if it was refused. */
export async function labelAs({ browser }: Person, key: string, label: string): Promise<void> {
  const input = `{ key: "${key}", label: ${JSON.stringify(label)} }`;
  const { json } = await browser.graph(`mutation { labelSecret(input: ${input}) { ... on LabeledSecret { label } } }`);
  if (json.data?.labelSecret.label !== label) throw new Error(`labelSecret answered ${JSON.stringify(json)}`);
}
