import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted } from '../../gql/mutate.ts';
import { announce } from '../../lib/announcer.ts';
import { ConfirmIdentity } from '../../session/confirm-identity.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { settleEmail, type WantedEmailSettling } from './settle-event.ts';
import { SettleForm } from './settle-form.tsx';

interface SettleEmailDialogProps extends Pick<WantedEmailSettling, 'deliveryId' | 'action'> {
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

/** Says what would be done and asks for a reason and the end of the id; if the last proof is too old, for that first. */
export function SettleEmailDialog({ deliveryId, action, onClose, onSettled }: SettleEmailDialogProps) {
  const { t } = useTranslation('colonel');
  const [waiting, setWaiting] = useState<WantedEmailSettling | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const run = useCallback(
    async (wanted: WantedEmailSettling) => {
      const result = await settleEmail(wanted);
      setWaiting(result.__typename === 'ReauthenticationRequired' ? wanted : null);
      if (result.__typename === 'ReauthenticationRequired') return;
      if (result.__typename === 'EmailNotSettled') {
        setProblem(t(`system.emails.problem.${result.reason}`));
        return;
      }
      accepted(result);
      onClose();
      announce(t(`system.emails.done.${action}`));
      onSettled();
    },
    [action, onClose, onSettled, t],
  );
  const words = t(`system.emails.open.${action}`);
  return (
    <Modal title={waiting === null ? words : t('manage.confirm.title')} onClose={onClose}>
      {problem !== null && (
        <Notice kind="error" title={t('system.settle.impossible')} takesFocus>
          {problem}
        </Notice>
      )}
      {waiting === null ? (
        <SettleForm
          id={deliveryId}
          what={deliveryId}
          words={words}
          explanation={t(`system.emails.explain.${action}`)}
          isHarmless={action === 'SEND_AGAIN'}
          run={(confirmed) => run({ deliveryId, action, ...confirmed })}
          onClose={onClose}
        />
      ) : (
        <ConfirmIdentity onConfirmed={() => run(waiting)} onCancel={onClose} />
      )}
    </Modal>
  );
}
