import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted } from '../../gql/mutate.ts';
import { announce } from '../../lib/announcer.ts';
import { ConfirmIdentity } from '../../session/confirm-identity.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { settleEvent, type WantedSettling } from './settle-event.ts';
import { SettleForm } from './settle-form.tsx';
import type { Trouble } from './system.ts';

interface SettleDialogProps {
  readonly action: WantedSettling['action'];
  readonly trouble: Trouble;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

/** Says what would be done and asks for a reason and the end of the id; if the last proof is too old, for that first. */
export function SettleDialog({ action, trouble, onClose, onSettled }: SettleDialogProps) {
  const { t } = useTranslation('colonel');
  const { service, consumer, eventId } = trouble;
  const [waiting, setWaiting] = useState<WantedSettling | null>(null);
  const [impossible, setImpossible] = useState<string | null>(null);
  const run = useCallback(
    async (wanted: WantedSettling) => {
      const result = await settleEvent(wanted);
      setWaiting(result.__typename === 'ReauthenticationRequired' ? wanted : null);
      if (result.__typename === 'ReauthenticationRequired') return;
      if (result.__typename === 'EventNotSettled') {
        setImpossible(result.reason);
        return;
      }
      accepted(result);
      onClose();
      announce(t(`system.settle.done.${action}`));
      onSettled();
    },
    [action, onClose, onSettled, t],
  );
  return (
    <Modal title={waiting === null ? t(`system.settle.open.${action}`) : t('manage.confirm.title')} onClose={onClose}>
      {impossible !== null && (
        <Notice kind="error" title={t('system.settle.impossible')} takesFocus>
          <bdi className="break-words">{impossible}</bdi>
        </Notice>
      )}
      {waiting === null ? (
        <SettleForm
          id={eventId}
          what={`${consumer} ${eventId}`}
          words={t(`system.settle.open.${action}`)}
          explanation={t(`system.settle.text.${action}`)}
          isHarmless={action === 'RETRY'}
          run={(confirmed) => run({ service, consumer, eventId, action, ...confirmed })}
          onClose={onClose}
        />
      ) : (
        <ConfirmIdentity onConfirmed={() => run(waiting)} onCancel={onClose} />
      )}
    </Modal>
  );
}
