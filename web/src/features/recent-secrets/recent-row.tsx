import { CircleAlert, Flame, Info, Tag } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJustChanged } from '../../activity/changed-rows.ts';
import { type RecentSecret, triesIn } from '../../activity/recent-list.ts';
import { formatDistance, formatNumber } from '../../i18n/format.ts';
import { useClock } from '../../lib/use-clock.ts';
import { LabelForm } from '../../secrets/label-form.tsx';
import { paths } from '../../site/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';

const nowSeconds = () => Date.now() / 1000;

const emailStates = ['BOUNCED', 'FAILED', 'QUEUED', 'SUPPRESSED', 'SENT'] as const;

const seals = { NEW: 'sealed', RECEIVED: 'opened', BURNED: 'burned', EXPIRED: 'expired' } as const;

export interface RecentRowProps {
  readonly secret: RecentSecret;
  readonly labelling: ReturnType<typeof useRowLabelling>;
}

/**
 * One secret. Its title says whether it was received, struck through once it is destroyed; beside it stands what happened
 * and when, and below what can still be done.
 *
 * Source  specification 5
 */
export function RecentRow({ secret, labelling }: RecentRowProps) {
  const { t } = useTranslation('app');
  const hasJustChanged = useJustChanged(secret.key);
  const isDestroyed = secret.state === 'RECEIVED' || secret.state === 'BURNED';
  return (
    <li
      data-row={secret.key}
      data-changed={hasJustChanged || undefined}
      className="rounded-md border border-border bg-surface p-3"
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <Seal state={seals[secret.state]} size={20} />
        <span className={`font-semibold ${isDestroyed ? 'line-through' : ''}`}>
          {t(secret.state === 'RECEIVED' ? 'recent.titleReceived' : 'recent.titleNotReceived')}
        </span>
        <span className="text-ui">
          <Happening secret={secret} />
        </span>
      </p>
      {secret.label !== null && (
        <p data-testid="label" className="font-medium">
          <bdi>{secret.label}</bdi>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-small text-text-2">
        <code dir="ltr">{secret.secretShortkey}</code>
        <span>
          {t('recent.created')} <Moment unixSeconds={secret.created} />
        </span>
        {secret.recipients !== null && <bdi dir="ltr">{secret.recipients}</bdi>}
        <EmailState secret={secret} />
      </p>
      <TriesInVain secret={secret} />
      <RowActions secret={secret} labelling={labelling} />
    </li>
  );
}

/** What happened and how long ago, or when it will expire; the exact moment is in the markup. */
function Happening({ secret }: { readonly secret: RecentSecret }) {
  const { t, i18n } = useTranslation('app');
  const now = useClock(nowSeconds, 10_000);
  const { state, received, burned, expired, expiration } = secret;
  const at = { NEW: expiration, RECEIVED: received, BURNED: burned, EXPIRED: expired }[state] ?? expiration;
  // What has happened is not ahead and what is open is not over, whatever this clock says.
  const seen = state === 'NEW' ? Math.max(at, now) : Math.min(at, now);
  const when = formatDistance(seen, now, i18n.language);
  return <Moment unixSeconds={at} text={t(`recent.happened.${state}`, { when })} />;
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
      {tries === 1 ? t('recent.tries.one') : t('recent.tries.more', { n: formatNumber(tries, i18n.language) })}
    </p>
  );
}

/** Each action with its name; the short key tells screen readers which row it is of. */
function RowActions({ secret, labelling }: RecentRowProps) {
  const { t } = useTranslation('app');
  const { draft, onDraft, onSaved } = labelling;
  if (draft?.key === secret.key)
    return (
      <div className="mt-3">
        <LabelForm
          secret={secret.key}
          initial={draft.text}
          onType={(text) => onDraft({ key: secret.key, text })}
          onSaved={onSaved}
          onCancel={() => onDraft(null)}
        />
      </div>
    );
  return (
    <div className="-ms-2 mt-1 flex flex-wrap gap-x-1">
      <ActionLink href={paths.metadata(secret.key)} of={secret} icon={<Info className="size-4" aria-hidden="true" />}>
        {t('recent.open')}
      </ActionLink>
      <CopyButton
        text={`${location.origin}${paths.metadata(secret.key)}`}
        label={t('recent.copy')}
        about={secret.secretShortkey}
        look="plain"
      />
      <LabelButton secret={secret} labelling={labelling} />
      {secret.state === 'NEW' && (
        <ActionLink href={paths.burn(secret.key)} of={secret} icon={<Flame className="size-4" aria-hidden="true" />}>
          {t('recent.burn')}
        </ActionLink>
      )}
    </div>
  );
}

interface ActionLinkProps {
  readonly href: string;
  readonly of: RecentSecret;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function ActionLink({ href, of, icon, children }: ActionLinkProps) {
  return (
    <Link href={href} className="icon-button px-2 text-ui">
      {icon}
      <span>{children}</span> <span className="sr-only">{of.secretShortkey}</span>
    </Link>
  );
}

function LabelButton({ secret, labelling }: RecentRowProps) {
  const { t } = useTranslation('app');
  const button = useRef<HTMLButtonElement>(null);
  const { closed, onDraft } = labelling;
  useEffect(() => {
    if (closed.current !== secret.key) return;
    closed.current = null;
    button.current?.focus();
  }, [closed, secret.key]);
  return (
    <button
      type="button"
      ref={button}
      className="icon-button px-2 text-ui"
      onClick={() => onDraft({ key: secret.key, text: secret.label ?? '' })}
    >
      <Tag className="size-4" aria-hidden="true" />
      <span>{t(secret.label === null ? 'label.add' : 'label.edit')}</span>{' '}
      <span className="sr-only">{secret.secretShortkey}</span>
    </button>
  );
}

interface LabelDraft {
  readonly key: string;
  readonly text: string;
}

/** Which row is being labelled. What is typed is kept above the lists, so that it survives when its row moves to another. */
export function useRowLabelling(refresh: () => void) {
  const [draft, setDraft] = useState<LabelDraft | null>(null);
  const current = useRef<string | null>(null);
  /** The row whose form was just closed; its button takes the focus. */
  const closed = useRef<string | null>(null);
  const onDraft = (next: LabelDraft | null) => {
    if (next === null) closed.current = current.current;
    current.current = next?.key ?? null;
    setDraft(next);
  };
  const onSaved = () => {
    onDraft(null);
    refresh();
  };
  return { draft, onDraft, onSaved, closed };
}
