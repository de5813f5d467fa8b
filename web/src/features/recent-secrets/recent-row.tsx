import { Bot, CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useJustChanged } from '../../activity/changed-rows.ts';
import { type RecentSecret, triesIn } from '../../activity/recent-list.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Happening } from '../../secrets/happening.tsx';
import { sealOf } from '../../secrets/secret-status.ts';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';
import { RowActions, type RowLabelling, StoryButton } from './row-actions.tsx';

const emailStates = ['BOUNCED', 'FAILED', 'QUEUED', 'SUPPRESSED', 'SENT'] as const;

export interface RecentRowProps {
  readonly secret: RecentSecret;
  readonly labelling: RowLabelling;
  readonly story: RowStories;
}

/** What happened to a secret, shown in its row; one row at a time, so that a page listens to few streams. */
export interface RowStories {
  /** The row that is open; null: none. */
  readonly open: string | null;
  readonly toggle: (key: string) => void;
  readonly of: (key: string) => ReactNode;
}

/**
 * One secret. Its title says whether it was received, struck through once it is destroyed; beside it stands what happened
 * and when, and below what can still be done.
 *
 * Source  specification 5
 */
export function RecentRow({ secret, labelling, story }: RecentRowProps) {
  const { t } = useTranslation('app');
  const storyId = useId();
  const isOpen = story.open === secret.key;
  const hasJustChanged = useJustChanged(secret.key);
  const isDestroyed = secret.state === 'RECEIVED' || secret.state === 'BURNED';
  return (
    <li
      data-row={secret.key}
      data-changed={hasJustChanged || undefined}
      className="rounded-md border border-border bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <Seal state={sealOf(secret.state)} size={20} />
        <span className={`font-semibold ${isDestroyed ? 'line-through' : ''}`}>
          {t(secret.state === 'RECEIVED' ? 'recent.titleReceived' : 'recent.titleNotReceived')}
        </span>
        <span className="text-ui">
          <Happening state={secret.state} at={momentOf(secret)} burnedByOperator={secret.burnedByOperator} />
        </span>
      </p>
      {secret.label !== null && (
        <p data-testid="label" className="truncate font-medium" title={secret.label}>
          <bdi>{secret.label}</bdi>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-small text-text-2">
        <code dir="ltr">{secret.secretShortkey}</code>
        <span>
          <DatedText text={t('recent.created', DATE)} unixSeconds={secret.created} />
        </span>
        {secret.recipients !== null && <bdi dir="ltr">{secret.recipients}</bdi>}
        <EmailState secret={secret} />
      </p>
      <TriesInVain secret={secret} />
      <Programs secret={secret} />
      <RowActions secret={secret} labelling={labelling}>
        <StoryButton secret={secret} isOpen={isOpen} controls={storyId} onToggle={() => story.toggle(secret.key)} />
      </RowActions>
      <div id={storyId} hidden={!isOpen} className="mt-2 border-t border-border pt-3">
        {isOpen && story.of(secret.key)}
      </div>
    </li>
  );
}

/** When it ended, or when it will expire. */
function momentOf({ state, received, burned, expired, expiration }: RecentSecret): number {
  return { NEW: expiration, RECEIVED: received, BURNED: burned, EXPIRED: expired }[state] ?? expiration;
}

/** What became of the emails with the link: of several, the one that has got least far. */
function EmailState({ secret: { deliveries } }: { readonly secret: RecentSecret }) {
  const { t } = useTranslation('app');
  const status = emailStates.find((state) => deliveries.some((delivery) => delivery.status === state));
  return status === undefined ? null : <span data-testid="email">{t(`recent.emails.${status}`)}</span>;
}

/** That somebody tried in vain to open it; the page of its status tells when and how. */
function TriesInVain({ secret }: { readonly secret: RecentSecret }) {
  const { t, i18n } = useTranslation('app');
  const tries = triesIn(secret);
  if (tries === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-small text-warning" data-testid="tries">
      <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
      {t('recent.tries', { count: tries, n: formatNumber(tries, i18n.language) })}
    </p>
  );
}

/** That programs looked at the link; none of them opened it. */
function Programs({ secret: { programCount: programs } }: { readonly secret: RecentSecret }) {
  const { t, i18n } = useTranslation('app');
  if (programs === 0) return null;
  return (
    <p className="flex items-center gap-1.5 text-small text-text-2" data-testid="programs">
      <Bot className="size-4 shrink-0" aria-hidden="true" />
      {t('recent.programs', { count: programs, n: formatNumber(programs, i18n.language) })}
    </p>
  );
}
