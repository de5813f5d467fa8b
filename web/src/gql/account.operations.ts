import * as documents from '@onceover/schema/operations';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const accountOperation = defineOperation<types.AccountQuery, types.AccountQueryVariables>(
  documents.account.document,
);
export const endSessionOperation = defineOperation<types.EndSessionMutation, types.EndSessionMutationVariables>(
  documents.endSession.document,
);
export const endOtherSessionsOperation = defineOperation<
  types.EndOtherSessionsMutation,
  types.EndOtherSessionsMutationVariables
>(documents.endOtherSessions.document);
export const createApiTokenOperation = defineOperation<
  types.CreateApiTokenMutation,
  types.CreateApiTokenMutationVariables
>(documents.createApiToken.document);
export const replaceApiTokenOperation = defineOperation<
  types.ReplaceApiTokenMutation,
  types.ReplaceApiTokenMutationVariables
>(documents.replaceApiToken.document);
export const revokeApiTokenOperation = defineOperation<
  types.RevokeApiTokenMutation,
  types.RevokeApiTokenMutationVariables
>(documents.revokeApiToken.document);
export const beginTwoStepOperation = defineOperation<types.BeginTwoStepMutation, types.BeginTwoStepMutationVariables>(
  documents.beginTwoStep.document,
);
export const enableTwoStepOperation = defineOperation<
  types.EnableTwoStepMutation,
  types.EnableTwoStepMutationVariables
>(documents.enableTwoStep.document);
export const disableTwoStepOperation = defineOperation<
  types.DisableTwoStepMutation,
  types.DisableTwoStepMutationVariables
>(documents.disableTwoStep.document);
export const renewRecoveryCodesOperation = defineOperation<
  types.RenewRecoveryCodesMutation,
  types.RenewRecoveryCodesMutationVariables
>(documents.renewRecoveryCodes.document);
