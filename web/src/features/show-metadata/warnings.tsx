import { useTranslation } from 'react-i18next';
import type { Metadata } from '../../secrets/metadata.ts';
import type { SecretStatus } from '../../secrets/secret-status.ts';
import { Notice } from '../../ui/notice.tsx';

export function hasBounced({ details }: Metadata): boolean {
  return details.deliveries.some((delivery) => delivery.status === 'bounced');
}

export function BounceNotice({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t } = useTranslation('public');
  if (status !== 'new' || !hasBounced(metadata)) return null;
  return (
    <Notice kind="warning" title={t('metadata.steps.email.bounced')}>
      {t('metadata.bounced')}
    </Notice>
  );
}

/** From so many wrong passphrases on it is hardly somebody who mistypes. */
const guesses = 3;

/**
 * What may mean that somebody else has read the message or tries to: it was opened and then tried again, or passphrases
 * were guessed. Nobody can know who it was, so it says what to ask and what to do.
 */
export function InterceptionNotice({ metadata, status }: { metadata: Metadata; status: SecretStatus }) {
  const { t } = useTranslation('public');
  const { refusals: refusedOpenings, opened_by: by } = metadata.details;
  const countOf = (reason: (typeof refusedOpenings)[number]['reason']) =>
    refusedOpenings.find((refused) => refused.reason === reason)?.count ?? 0;
  const isGuessed = countOf('wrong_passphrase') >= guesses;
  const isOpenedByOther = status === 'received' && by !== 'owner';
  if (isOpenedByOther && (isGuessed || countOf('late') > 0)) {
    return (
      <Notice kind="warning" title={t(isGuessed ? 'metadata.alarm.guessedTitle' : 'metadata.alarm.lateTitle')}>
        {t('metadata.alarm.read')}
      </Notice>
    );
  }
  if (status !== 'new' || !isGuessed) return null;
  return (
    <Notice kind="warning" title={t('metadata.alarm.guessingTitle')}>
      {t('metadata.alarm.guessing')}
    </Notice>
  );
}
