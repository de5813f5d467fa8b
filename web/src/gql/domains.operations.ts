import * as documents from '@onceover/schema/operations';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const domainsOperation = defineOperation<types.DomainsQuery, types.DomainsQueryVariables>(
  documents.domains.document,
);
export const domainOperation = defineOperation<types.DomainQuery, types.DomainQueryVariables>(
  documents.domain.document,
);
export const addDomainOperation = defineOperation<types.AddDomainMutation, types.AddDomainMutationVariables>(
  documents.addDomain.document,
);
export const verifyDomainOperation = defineOperation<types.VerifyDomainMutation, types.VerifyDomainMutationVariables>(
  documents.verifyDomain.document,
);
export const removeDomainOperation = defineOperation<types.RemoveDomainMutation, types.RemoveDomainMutationVariables>(
  documents.removeDomain.document,
);
