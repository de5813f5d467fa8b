import { Bot, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type RecentSecret, triesIn } from '../../activity/recent-list.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Happening } from '../../secrets/happening.tsx';
import { sealOf } from '../../secrets/secret-status.ts';
import { Seal } from '../../ui/seal.tsx';

const emailStates = ['BOUNCED', 'FAILED', 'QUEUED', 'SUPPRESSED', 'SENT'] as const;

interface OfSecret {
  readonly secret: RecentSecret;
}

/** Whether it was received, struck through once it is destroyed, and what happened when. */
export function RowState({ secret }: OfSecret) {
  const { t } = useTranslation('app');
  const isDestroyed = secret.state === 'RECEIVED' || secret.state === 'BURNED';
  return (
    <div className="secret-state">
      <Seal state={sealOf(secret.state)} size={20} />
      <div className="min-w-0">
        <p className={`text-small font-semibold lg:truncate ${isDestroyed ? 'line-through' : ''}`}>
          {t(secret.state === 'RECEIVED' ? 'recent.titleReceived' : 'recent.titleNotReceived')}
        </p>
        <p className="text-small lg:truncate">
          <Happening state={secret.state} at={momentOf(secret)} burnedByOperator={secret.burnedByOperator} />
        </p>
      </div>
    </div>
  );
}

/** When it ended, or when it will expire. */
function momentOf({ state, received, burned, expired, expiration }: RecentSecret): number {
  return { NEW: expiration, RECEIVED: received, BURNED: burned, EXPIRED: expired }[state] ?? expiration;
}

/** What else is known: its short key if it goes by its label, whom it was sent to, what became of that, who came to the link. */
export function RowFacts({ secret }: OfSecret) {
  const { label, secretShortkey, recipients } = secret;
  return (
    <p className="secret-facts">
      {label !== null && <code dir="ltr">{secretShortkey}</code>}
      {recipients !== null && <bdi dir="ltr">{recipients}</bdi>}
      <EmailState secret={secret} />
      <TriesInVain secret={secret} />
      <Programs secret={secret} />
    </p>
  );
}

/** What became of the emails with the link: of several, the one that has got least far. */
function EmailState({ secret: { deliveries } }: OfSecret) {
  const { t } = useTranslation('app');
  const status = emailStates.find((state) => deliveries.some((delivery) => delivery.status === state));
  return status === undefined ? null : <span data-testid="email">{t(`recent.emails.${status}`)}</span>;
}

/** That somebody tried in vain to open it; the page of its status tells when and how. */
function TriesInVain({ secret }: OfSecret) {
  const { t, i18n } = useTranslation('app');
  const tries = triesIn(secret);
  if (tries === 0) return null;
  return (
    <span className="text-warning" data-testid="tries">
      <CircleAlert className="size-4" aria-hidden="true" />
      {t('recent.tries', { count: tries, n: formatNumber(tries, i18n.language) })}
    </span>
  );
}

/** That programs looked at the link; none of them opened it. */
function Programs({ secret: { programCount: programs } }: OfSecret) {
  const { t, i18n } = useTranslation('app');
  if (programs === 0) return null;
  return (
    <span data-testid="programs">
      <Bot className="size-4" aria-hidden="true" />
      {t('recent.programs', { count: programs, n: formatNumber(programs, i18n.language) })}
    </span>
  );
}
