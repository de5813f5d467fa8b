import dashboardCountsText from '@onceover/schema/graphql/operations/DashboardCounts.graphql?raw';
import incomingSecretsText from '@onceover/schema/graphql/operations/IncomingSecrets.graphql?raw';
import recentSecretsText from '@onceover/schema/graphql/operations/RecentSecrets.graphql?raw';
import { defineOperation } from './define-operation.ts';
import type * as types from './operations.generated.ts';

export const recentSecretsOperation = defineOperation<types.RecentSecretsQuery, types.RecentSecretsQueryVariables>(
  recentSecretsText,
);
export const dashboardCountsOperation = defineOperation<
  types.DashboardCountsQuery,
  types.DashboardCountsQueryVariables
>(dashboardCountsText);
export const incomingSecretsOperation = defineOperation<
  types.IncomingSecretsQuery,
  types.IncomingSecretsQueryVariables
>(incomingSecretsText);
