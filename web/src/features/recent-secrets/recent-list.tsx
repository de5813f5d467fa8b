import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentStatus } from '../../gql/operations.generated.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { RecentRow } from './recent-row.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useRecentSecrets } from './use-recent-secrets.ts';

const names = { RECEIVED: 'received', NOT_RECEIVED: 'notReceived' } as const;

/** One list with its own heading, its own skeleton, its own error and its own "show more". */
export function RecentList({ status }: { readonly status: RecentStatus }) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = useRecentSecrets(status);
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="flex flex-col gap-3"
      data-testid={`recent-${names[status]}`}
    >
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(`recent.${names[status]}`)}
      </h2>
      {secrets?.length === 0 && <p className="text-ui text-text-2">{t(`recent.none.${names[status]}`)}</p>}
      {secrets !== undefined && secrets.length > 0 && (
        <ul className="flex flex-col gap-2">
          {secrets.map((secret) => (
            <RecentRow key={secret.key} secret={secret} />
          ))}
        </ul>
      )}
      {error !== undefined && <QueryProblem error={error} onRetry={retry} />}
      {isLoading && secrets === undefined && <LoadingBlock rows={3} />}
      {hasMore && error === undefined && (
        <ActionButton look="quiet" className="self-start" isOff={isLoading} onClick={showMore}>
          {t('recent.more')}
        </ActionButton>
      )}
    </section>
  );
}
