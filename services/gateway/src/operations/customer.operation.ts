import type { StoredOperation } from './stored-operation.ts';

/** The signed-in customer as `/api/v2` shows them. Units: Unix seconds, whole dollars, characters. */
export interface CustomerData {
  readonly custid: string;
  readonly role: 'CUSTOMER' | 'COLONEL';
  readonly isVerified: boolean;
  readonly locale: string | null;
  readonly created: number;
  readonly lastSignIn: number | null;
  readonly usage: {
    readonly secretsCreated: number;
    readonly secretsBurned: number;
    readonly secretsShared: number;
    readonly emailsSent: number;
  };
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly priceMonthly: number;
    readonly limits: { readonly maxTtlSeconds: number; readonly maxCharacters: number };
    readonly features: { readonly email: boolean; readonly customDomains: boolean; readonly api: boolean };
  };
}

const customerFields = `
  custid role isVerified locale created lastSignIn
  usage { secretsCreated secretsBurned secretsShared emailsSent }
  plan { id name priceMonthly limits { maxTtlSeconds maxCharacters } features { email customDomains api } }`;

/** Null: the account has ended since the credential was looked up. */
export const showCustomer: StoredOperation<Record<never, never>, { viewer: CustomerData | null }> = {
  name: 'ShowCustomer',
  document: `query ShowCustomer { viewer {${customerFields} } }`,
};

export type AccountData = CustomerData & { readonly apiTokens: readonly { readonly name: string }[] };

export const showAccount: StoredOperation<Record<never, never>, { viewer: AccountData | null }> = {
  name: 'ShowAccount',
  document: `query ShowAccount { viewer {${customerFields} apiTokens { name } } }`,
};
