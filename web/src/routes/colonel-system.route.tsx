import { useQuery } from '@apollo/client/react';
import { PageTitle } from '../app/page-title.tsx';
import { FailedEmailsSection } from '../features/colonel-system/failed-emails-section.tsx';
import {
  ConsumersTable,
  ServicesTable,
  SettingsTable,
  SystemFacts,
} from '../features/colonel-system/services-sections.tsx';
import { TroubleSection } from '../features/colonel-system/trouble-section.tsx';
import { whileVisible } from '../gql/graph-client.tsx';
import { systemHealthOperation } from '../gql/operations/system-health.generated.ts';
import { LoadingBlock, QueryProblem } from '../ui/query-state.tsx';

export function ColonelSystemPage() {
  const { data, error, refetch } = useQuery(systemHealthOperation, whileVisible);
  const system = data?.systemHealth;
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelSystem" />
      {error !== undefined && <QueryProblem error={error} onRetry={() => void refetch()} />}
      {system === undefined && error === undefined && <LoadingBlock rows={12} />}
      {system !== undefined && (
        <>
          <TroubleSection system={system} onSettled={() => void refetch()} />
          <FailedEmailsSection />
          <SystemFacts system={system} />
          <ServicesTable system={system} />
          <ConsumersTable system={system} />
          <SettingsTable system={system} />
        </>
      )}
    </div>
  );
}
