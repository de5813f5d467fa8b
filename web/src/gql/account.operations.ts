import accountText from '@onceover/schema/graphql/operations/Account.graphql?raw';
import beginTwoStepText from '@onceover/schema/graphql/operations/BeginTwoStep.graphql?raw';
import createApiTokenText from '@onceover/schema/graphql/operations/CreateApiToken.graphql?raw';
import disableTwoStepText from '@onceover/schema/graphql/operations/DisableTwoStep.graphql?raw';
import enableTwoStepText from '@onceover/schema/graphql/operations/EnableTwoStep.graphql?raw';
import endOtherSessionsText from '@onceover/schema/graphql/operations/EndOtherSessions.graphql?raw';
import endSessionText from '@onceover/schema/graphql/operations/EndSession.graphql?raw';
import renewRecoveryCodesText from '@onceover/schema/graphql/operations/RenewRecoveryCodes.graphql?raw';
import replaceApiTokenText from '@onceover/schema/graphql/operations/ReplaceApiToken.graphql?raw';
import revokeApiTokenText from '@onceover/schema/graphql/operations/RevokeApiToken.graphql?raw';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const accountOperation = defineOperation<types.AccountQuery, types.AccountQueryVariables>(accountText);
export const endSessionOperation = defineOperation<types.EndSessionMutation, types.EndSessionMutationVariables>(
  endSessionText,
);
export const endOtherSessionsOperation = defineOperation<
  types.EndOtherSessionsMutation,
  types.EndOtherSessionsMutationVariables
>(endOtherSessionsText);
export const createApiTokenOperation = defineOperation<
  types.CreateApiTokenMutation,
  types.CreateApiTokenMutationVariables
>(createApiTokenText);
export const replaceApiTokenOperation = defineOperation<
  types.ReplaceApiTokenMutation,
  types.ReplaceApiTokenMutationVariables
>(replaceApiTokenText);
export const revokeApiTokenOperation = defineOperation<
  types.RevokeApiTokenMutation,
  types.RevokeApiTokenMutationVariables
>(revokeApiTokenText);
export const beginTwoStepOperation = defineOperation<types.BeginTwoStepMutation, types.BeginTwoStepMutationVariables>(
  beginTwoStepText,
);
export const enableTwoStepOperation = defineOperation<
  types.EnableTwoStepMutation,
  types.EnableTwoStepMutationVariables
>(enableTwoStepText);
export const disableTwoStepOperation = defineOperation<
  types.DisableTwoStepMutation,
  types.DisableTwoStepMutationVariables
>(disableTwoStepText);
export const renewRecoveryCodesOperation = defineOperation<
  types.RenewRecoveryCodesMutation,
  types.RenewRecoveryCodesMutationVariables
>(renewRecoveryCodesText);
