import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useDashboard } from '../activity/use-dashboard.ts';
import { PageTitle } from '../app/page-title.tsx';
import { DashboardTabs } from '../features/dashboard-tabs/dashboard-tabs.tsx';
import { RecentFilterBar, useRecentFilter } from '../features/recent-secrets/recent-filter.tsx';
import { RecentLists } from '../features/recent-secrets/recent-lists.tsx';
import { RowStory } from '../features/show-metadata/row-story.tsx';
import { LiveMark } from '../gql/live-mark.tsx';
import { paths } from '../site/paths.ts';
import { BesideHeading } from '../ui/beside-heading.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';

export function RecentPage() {
  const navigate = useNavigate();
  const filter = useRecentFilter();
  const dashboard = useDashboard(filter.search);
  const { counts, isLoading } = dashboard;
  const content = useRef<HTMLDivElement>(null);
  useFocusKept(content);
  return (
    <div ref={content} className="mx-auto flex min-h-dvh max-w-wide flex-col gap-6">
      <BesideHeading heading={<PageTitle page="recent" />}>
        <LiveMark />
      </BesideHeading>
      <DashboardTabs current="recent" counts={counts} />
      {!isLoading && counts.secrets !== 0 && <RecentFilterBar filter={filter} />}
      <RecentLists
        dashboard={dashboard}
        only={filter.only}
        search={filter.search}
        onClear={filter.clear}
        storyOf={(key) => <RowStory metadataKey={key} />}
        onSearch={() => content.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
        onCreate={() => void navigate(paths.dashboard)}
      />
    </div>
  );
}
