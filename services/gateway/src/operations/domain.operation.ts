import type { RefusalData, StoredOperation } from './stored-operation.ts';

export interface DomainData {
  readonly id: string;
  readonly original: string;
  readonly host: string;
  readonly baseDomain: string;
  readonly subdomain: string | null;
  readonly trd: string | null;
  readonly sld: string;
  readonly tld: string;
  readonly isApex: boolean;
  readonly isVerified: boolean;
  readonly status: 'PENDING' | 'ACTIVE' | null;
  readonly created: number;
  readonly updated: number;
  readonly txtHost: string;
  readonly txtValue: string;
  readonly cnameTarget: string | null;
}

const domainFields = `
  id original host baseDomain subdomain trd sld tld isApex isVerified status created updated
  txtHost txtValue cnameTarget`;

interface DomainInput {
  readonly domain: string;
}

export const listDomains: StoredOperation<
  Record<never, never>,
  { domains: { readonly nodes: readonly DomainData[]; readonly cnameTarget: string | null } }
> = {
  name: 'ListDomains',
  document: `query ListDomains { domains { cnameTarget nodes {${domainFields} } } }`,
};

export const showDomain: StoredOperation<DomainInput, { domain: DomainData | null }> = {
  name: 'ShowDomain',
  document: `query ShowDomain($domain: String!) { domain(domain: $domain) {${domainFields} } }`,
};

export const addDomain: StoredOperation<
  { input: DomainInput },
  { addDomain: { readonly __typename: 'DomainAdded'; readonly domain: DomainData } | RefusalData }
> = {
  name: 'AddCustomDomain',
  document: `mutation AddCustomDomain($input: DomainInput!) {
  addDomain(input: $input) {
    __typename
    ... on DomainAdded { domain {${domainFields} } }
    ... on Refusal { code message }
  }
}`,
};

export const verifyDomain: StoredOperation<
  { input: DomainInput },
  { verifyDomain: { readonly __typename: 'DomainChecked'; readonly domain: DomainData } | RefusalData }
> = {
  name: 'VerifyCustomDomain',
  document: `mutation VerifyCustomDomain($input: DomainInput!) {
  verifyDomain(input: $input) {
    __typename
    ... on DomainChecked { domain {${domainFields} } }
    ... on Refusal { code message }
    ... on TooManyTries { retryAfterSeconds }
  }
}`,
};

export const removeDomain: StoredOperation<
  { input: DomainInput },
  { removeDomain: { readonly __typename: 'DomainRemoved' } | RefusalData }
> = {
  name: 'RemoveCustomDomain',
  document: `mutation RemoveCustomDomain($input: DomainInput!) {
  removeDomain(input: $input) { __typename ... on Refusal { code message } }
}`,
};
