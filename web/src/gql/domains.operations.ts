import addDomainText from '@onceover/schema/graphql/operations/AddDomain.graphql?raw';
import domainText from '@onceover/schema/graphql/operations/Domain.graphql?raw';
import domainsText from '@onceover/schema/graphql/operations/Domains.graphql?raw';
import removeDomainText from '@onceover/schema/graphql/operations/RemoveDomain.graphql?raw';
import verifyDomainText from '@onceover/schema/graphql/operations/VerifyDomain.graphql?raw';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const domainsOperation = defineOperation<types.DomainsQuery, types.DomainsQueryVariables>(domainsText);
export const domainOperation = defineOperation<types.DomainQuery, types.DomainQueryVariables>(domainText);
export const addDomainOperation = defineOperation<types.AddDomainMutation, types.AddDomainMutationVariables>(
  addDomainText,
);
export const verifyDomainOperation = defineOperation<types.VerifyDomainMutation, types.VerifyDomainMutationVariables>(
  verifyDomainText,
);
export const removeDomainOperation = defineOperation<types.RemoveDomainMutation, types.RemoveDomainMutationVariables>(
  removeDomainText,
);
