import { ExternalLink, Flame } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import type { RecentListName, RecentListState, RecentSecret } from '../../secrets/use-dashboard.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueryProblem } from '../../ui/query-state.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface RecentListProps {
  readonly name: RecentListName;
  readonly list: RecentListState;
}

/** One list with its own heading, error and "show more"; nothing before it is known whether there is one. */
export function RecentList({ name, list }: RecentListProps) {
  const { t } = useTranslation('app');
  const { secrets, hasMore, error, isLoading, retry, showMore } = list;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(section, heading);
  if (isLoading && secrets === undefined) return null;
  return (
    <section ref={section} aria-labelledby={headingId} className="flex flex-col gap-3" data-testid={`recent-${name}`}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {t(`recent.${name}`)}
      </h2>
      {secrets?.length === 0 && <p className="text-ui text-text-2">{t(`recent.none.${name}`)}</p>}
      {secrets !== undefined && secrets.length > 0 && (
        <ul className="flex flex-col gap-2">
          {secrets.map((secret) => (
            <RecentRow key={secret.key} secret={secret} />
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

/**
 * Stands where the lists will be, in rows of their size and down to the end of the window. It is replaced as a whole, so
 * that nothing that is seen moves when the lists arrive.
 */
export function RecentSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3" aria-busy="true">
      <span className="sr-only">{t('busy.loading')}</span>
      <span className="h-6 w-32 skeleton" />
      <div className="flex flex-col gap-2">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <div key={row} className="flex min-h-17 flex-col justify-center gap-2 rounded-md border border-border p-3">
            <span className="h-4 w-2/3 skeleton" />
            <span className="h-3 w-full skeleton" />
          </div>
        ))}
      </div>
    </div>
  );
}

const looks = {
  NEW: { seal: 'sealed', word: null },
  RECEIVED: { seal: 'opened', word: 'received' },
  BURNED: { seal: 'burned', word: 'burned' },
  EXPIRED: { seal: 'expired', word: 'expired' },
} as const;

/** One secret: what became of it, struck through once it is destroyed, and what can still be done. */
function RecentRow({ secret }: { readonly secret: RecentSecret }) {
  const { t, i18n } = useTranslation(['app', 'public']);
  const isDestroyed = secret.state === 'RECEIVED' || secret.state === 'BURNED';
  const { seal, word } = looks[secret.state];
  const named = { key: secret.secretShortkey };
  const moment = (at: number) => <Moment unixSeconds={at} text={formatMoment(at, i18n.language)} />;
  return (
    <li
      data-row={secret.key}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-border bg-surface p-3"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2">
          <Seal state={seal} size={20} />
          <span className={`font-semibold ${isDestroyed ? 'line-through' : ''}`}>
            {t(isDestroyed ? 'recent.titleReceived' : 'recent.titleNotReceived')}
          </span>
          <code dir="ltr" className="text-small text-text-2">
            {secret.secretShortkey}
          </code>
          {word !== null && <span className="text-small">{t(`public:metadata.statusWords.${word}`)}</span>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-small text-text-2">
          <span>
            {t('recent.created')} {moment(secret.created)}
          </span>
          {secret.state === 'NEW' && (
            <span>
              {t('recent.expires')} {moment(secret.expiration)}
            </span>
          )}
          {secret.recipients !== null && <bdi dir="ltr">{secret.recipients}</bdi>}
        </p>
      </div>
      <div className="flex gap-1">
        <CopyButton
          text={`${location.origin}${paths.metadata(secret.key)}`}
          label={t('recent.copy', named)}
          copiedLabel={i18n.t('copy.copied')}
          failedLabel={i18n.t('copy.failed')}
          look="icon"
        />
        <Link href={paths.metadata(secret.key)} className="icon-button" aria-label={t('recent.open', named)}>
          <ExternalLink className="size-5 rtl:-scale-x-100" strokeWidth={1.75} aria-hidden="true" />
        </Link>
        {secret.state === 'NEW' && (
          <Link href={paths.burn(secret.key)} className="icon-button" aria-label={t('recent.burn', named)}>
            <Flame className="size-5" strokeWidth={1.75} aria-hidden="true" />
          </Link>
        )}
      </div>
    </li>
  );
}
