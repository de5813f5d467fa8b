import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Asks before typed text is lost, whether the person goes to another page of the app or leaves the site. */
export function LeaveGuard({ hasUnsentText }: { hasUnsentText: boolean }) {
  const { t } = useTranslation('public');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A forced sign-out does not ask: the typed text is kept and comes back.
    if (nextLocation.state?.isForced === true) return false;
    return hasUnsentText && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (!hasUnsentText) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsentText]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal title={t('form.leaveHeading')} onClose={() => blocker.reset()}>
      <p className="mt-2 text-text-2">{t('form.leaveText')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionButton look="primary" onClick={() => blocker.reset()}>
          {t('form.leaveNo')}
        </ActionButton>
        <ActionButton onClick={() => blocker.proceed()}>{t('form.leaveYes')}</ActionButton>
      </div>
    </Modal>
  );
}
