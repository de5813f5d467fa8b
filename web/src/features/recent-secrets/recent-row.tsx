import { ExternalLink, Flame } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { RecentSecret } from './use-recent-secrets.ts';

const looks = {
  NEW: { seal: 'sealed', word: null },
  RECEIVED: { seal: 'opened', word: 'received' },
  BURNED: { seal: 'burned', word: 'burned' },
  EXPIRED: { seal: 'expired', word: 'expired' },
} as const;

/** One secret: what became of it in words, struck through when nothing is left, and what can still be done. */
export function RecentRow({ secret }: { readonly secret: RecentSecret }) {
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
