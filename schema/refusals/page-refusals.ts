import type { BundleName } from './refusal-definition.ts';

/** What a page of the web refuses without asking the server, and no service has words for. */
export const pageRefusals = {
  other_custid: { screen: 'app', words: 'That is not the id of this account.' },
} as const satisfies Readonly<Record<string, { readonly screen: BundleName; readonly words: string }>>;
