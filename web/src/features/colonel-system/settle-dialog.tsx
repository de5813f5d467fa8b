import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted } from '../../gql/mutate.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { announce } from '../../lib/announcer.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ConfirmIdentity } from '../../session/confirm-identity.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { settleEvent, settleReasons, shortIdOf, type WantedSettling } from './settle-event.ts';
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
        <SettleForm action={action} trouble={trouble} run={run} onClose={onClose} />
      ) : (
        <ConfirmIdentity onConfirmed={() => run(waiting)} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface SettleFormProps extends Omit<SettleDialogProps, 'onSettled'> {
  readonly run: (wanted: WantedSettling) => Promise<void>;
}

function SettleForm({ action, trouble, run, onClose }: SettleFormProps) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  const { service, consumer, eventId } = trouble;
  const [typed, setTyped] = useState('');
  const isReady = typed.trim().toLowerCase() === shortIdOf(eventId);
  const send = useCallback(
    async (fields: FormData) => {
      const reason = settleReasons.find((each) => each === textIn(fields, 'reason'));
      if (!isReady || reason === undefined) return;
      await run({ service, consumer, eventId, action, confirmation: shortIdOf(eventId), reason });
    },
    [isReady, run, service, consumer, eventId, action],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="mt-2 flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <p className="text-ui text-text-2">{t(`system.settle.text.${action}`)}</p>
      <p className="text-ui">
        <code dir="ltr" className="break-all">
          {consumer} {eventId}
        </code>
      </p>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <div>
        <label className="field-label" htmlFor="settle-reason">
          {t('manage.reason')}
        </label>
        <select id="settle-reason" className="field" name="reason">
          {settleReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`manage.reasons.${reason}`)}
            </option>
          ))}
        </select>
      </div>
      <TextField label={t('manage.type', { id: shortIdOf(eventId) })} isMono autoComplete="off" onChange={setTyped} />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('app:account.cancel')}
        </button>
        <ActionButton look={action === 'RETRY' ? 'primary' : 'danger'} type="submit" isOff={isBusy || !isReady}>
          {isBusy ? t('app:account.busy') : t(`system.settle.open.${action}`)}
        </ActionButton>
      </div>
    </form>
  );
}
