import { useRef } from 'react';
import { useDashboard } from '../activity/use-dashboard.ts';
import { PageTitle } from '../app/page-title.tsx';
import { DashboardTabs } from '../features/dashboard-tabs/dashboard-tabs.tsx';
import { DeskQueue } from '../features/incoming-desk/desk-queue.tsx';
import { DeskSearchField, useDeskSearch } from '../features/incoming-desk/desk-search.tsx';
import { LiveMark } from '../gql/live-mark.tsx';
import { isSupportDesk } from '../site/page-data.ts';
import { BesideHeading } from '../ui/beside-heading.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { NotFoundPage } from './not-found.route.tsx';

/** What came in for the support desk, for its own account alone: for everybody else there is no such page. */
export function DeskPage() {
  return isSupportDesk() ? <Desk /> : <NotFoundPage />;
}

function Desk() {
  const search = useDeskSearch();
  const { counts } = useDashboard();
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  return (
    <div ref={content} className="mx-auto flex min-h-dvh max-w-home flex-col gap-6">
      <BesideHeading heading={<PageTitle page="desk" />}>
        <LiveMark />
      </BesideHeading>
      <DashboardTabs current="desk" counts={counts} />
      <DeskSearchField search={search} />
      <DeskQueue key={search.ticket} ticket={search.ticket} onClear={search.clear} />
    </div>
  );
}
