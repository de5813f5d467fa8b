import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentListName, RecentListState } from '../../secrets/use-dashboard.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { RecentRow } from './recent-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { RowLabelling } from './use-row-labelling.ts';

interface RecentListProps {
  readonly name: RecentListName;
  readonly list: RecentListState;
  readonly labelling: RowLabelling;
}

/** One list with its own heading, error and "show more". An empty one says what it would hold. */
export function RecentList({ name, list, labelling }: RecentListProps) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = list;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section ref={section} aria-labelledby={headingId} className="flex flex-col gap-3" data-testid={`recent-${name}`}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(`recent.groups.${name}`)}
      </h2>
      {secrets?.length === 0 && <p className="text-ui text-text-2">{t(`recent.none.${name}`)}</p>}
      {secrets !== undefined && secrets.length > 0 && (
        <ul className="flex flex-col gap-2">
          {secrets.map((secret) => (
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
