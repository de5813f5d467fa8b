import * as documents from '@onceover/schema/operations';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const recentSecretsOperation = defineOperation<types.RecentSecretsQuery, types.RecentSecretsQueryVariables>(
  documents.recentSecrets.document,
);
export const dashboardCountsOperation = defineOperation<
  types.DashboardCountsQuery,
  types.DashboardCountsQueryVariables
>(documents.dashboardCounts.document);
export const incomingSecretsOperation = defineOperation<
  types.IncomingSecretsQuery,
  types.IncomingSecretsQueryVariables
>(documents.incomingSecrets.document);
