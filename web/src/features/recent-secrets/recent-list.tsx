import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ShowNew } from '../../activity/show-new.tsx';
import type { RecentListState } from '../../activity/use-dashboard.ts';
import type { HeldRows } from '../../activity/use-held-rows.ts';
import type { RecentListName } from '../../secrets/recent-secret.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { RecentRow } from './recent-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { RowLabelling } from './use-row-labelling.ts';

interface RecentListProps {
  readonly name: RecentListName;
  readonly list: RecentListState;
  readonly labelling: RowLabelling;
  readonly held: HeldRows;
}

/** One list with its own heading, error and "show more". An empty one says what it would hold. */
export function RecentList({ name, list, labelling, held: { held, release } }: RecentListProps) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = list;
  const shown = secrets?.filter(({ key }) => !held.has(key));
  const waiting = (secrets?.length ?? 0) - (shown?.length ?? 0);
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section ref={section} aria-labelledby={headingId} className="flex flex-col gap-3" data-testid={`recent-${name}`}>
      <ShowNew
        heading={
          <h2 ref={heading} id={headingId} tabIndex={-1}>
            {t(`recent.groups.${name}`)}
          </h2>
        }
        count={waiting}
        onShow={release}
      />
      {secrets?.length === 0 && !hasMore && <p className="text-ui text-text-2">{t(`recent.none.${name}`)}</p>}
      {shown !== undefined && shown.length > 0 && (
        <ul className="flex flex-col gap-2">
          {shown.map((secret) => (
            <RecentRow key={secret.key} secret={secret} labelling={labelling} />
          ))}
        </ul>
      )}
      {error !== undefined && <QueryProblem error={error} onRetry={retry} />}
      {hasMore && error === undefined && (
        <ActionButton look="quiet" className="self-start" isOff={isLoading} onClick={showMore}>
          {t('recent.more')}
        </ActionButton>
      )}
    </section>
  );
}
