import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { LimitedList, LimitTable } from '../features/colonel-limits/limited-list.tsx';
import { whileVisible } from '../gql/graph-client.tsx';
import { requestLimitsOperation } from '../gql/operations/request-limits.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { Answer } from '../ui/query-state.tsx';

const POLL_EVERY_MS = 5_000;

export function ColonelLimitsPage() {
  const { t } = useTranslation(['core', 'colonel']);
  const asked = useQuery(requestLimitsOperation, {
    ...whileVisible,
    fetchPolicy: 'no-cache',
    pollInterval: POLL_EVERY_MS,
  });
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelLimits" />
      <Answer of={asked} rows={6} isKept>
        {({ requestLimits: { limits, limited } }) =>
          limits.length === 0 ? (
            <Notice kind="warning">{t('colonel:limits.off')}</Notice>
          ) : (
            <>
              <LimitedList limited={limited} onLifted={() => void asked.refetch()} />
              <LimitTable limits={limits} />
              <p className="text-small text-text-2">{t('colonel:limits.elsewhere')}</p>
            </>
          )
        }
      </Answer>
    </div>
  );
}
