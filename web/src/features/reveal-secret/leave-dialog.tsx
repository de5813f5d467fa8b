import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import type { KeepGuard } from './keep-guard.tsx';

/** Asks whether the message may be lost. Escape and the backdrop stay. */
export function LeaveDialog({ guard }: { guard: KeepGuard }) {
  const { t } = useTranslation();
  if (!guard.isAsking) return null;
  return (
    <Modal title={t('secret.leave.heading')} onClose={guard.stay}>
      <p className="mt-2 text-text-2">{t('secret.leave.text')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionButton look="primary" className="max-sm:w-full" onClick={guard.stay}>
          {t('secret.leave.no')}
        </ActionButton>
        <ActionButton look="text-danger" className="max-sm:w-full" onClick={guard.leave}>
          {t('secret.leave.yes')}
        </ActionButton>
      </div>
    </Modal>
  );
}
