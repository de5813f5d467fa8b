import { useTranslation } from 'react-i18next';
import { documentTitle } from '../app/route-table.ts';
import { DashboardTabs } from '../features/dashboard-tabs/dashboard-tabs.tsx';
import { IncomingInbox } from '../features/incoming-inbox/incoming-inbox.tsx';
import { RecentList, RecentSkeleton } from '../features/recent-secrets/recent-list.tsx';
import { useDashboard } from '../secrets/use-dashboard.ts';
import { pageData } from '../site/page-data.ts';
import { PageHeading } from '../ui/page-heading.tsx';

/** What was opened and what was not, in the last 30 days. */
export function RecentPage() {
  const { t } = useTranslation(['core', 'app']);
  const { cust, domainsEnabled } = pageData();
  const { counts, isLoading, notReceived, received } = useDashboard();
  return (
    <div className="mx-auto flex min-h-dvh max-w-home flex-col gap-6">
      <PageHeading documentTitle={documentTitle('recent', t('pages.recent.title'))}>
        {t('pages.recent.heading')}
      </PageHeading>
      <DashboardTabs
        current="recent"
        hasDomains={domainsEnabled && cust?.plan.customDomains === true}
        counts={counts}
      />
      {isLoading && <RecentSkeleton />}
      <RecentList name="notReceived" list={notReceived} />
      <RecentList name="received" list={received} />
      <IncomingInbox />
    </div>
  );
}
