import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorDialog, shortIdOf, type Wanted } from '../../colonel/operator-dialog.tsx';
import {
  settleEmail,
  settleEvent,
  settleReasons,
  type WantedEmailSettling,
  type WantedSettling,
} from './settle-event.ts';
import type { Trouble } from './system.ts';

interface SettleDialogProps {
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

interface SettleEventDialogProps extends SettleDialogProps {
  readonly action: WantedSettling['action'];
  readonly trouble: Trouble;
}

/** Settles an event that a consumer could not handle. */
export function SettleEventDialog({ action, trouble, onClose, onSettled }: SettleEventDialogProps) {
  const { t } = useTranslation('colonel');
  const { service, consumer, eventId } = trouble;
  const run = useCallback(
    ({ reason }: Wanted) =>
      settleEvent({ service, consumer, eventId, action, confirmation: shortIdOf(eventId), reason }),
    [service, consumer, eventId, action],
  );
  return (
    <OperatorDialog
      title={t(`system.settle.open.${action}`)}
      text={t(`system.settle.text.${action}`)}
      submit={t(`system.settle.open.${action}`)}
      done={t(`system.settle.done.${action}`)}
      confirmation={shortIdOf(eventId)}
      isHarmless={action === 'RETRY'}
      reasons={settleReasons}
      run={run}
      impossible={reasonOf}
      onClose={onClose}
      onDone={onSettled}
    >
      <What>{`${consumer} ${eventId}`}</What>
    </OperatorDialog>
  );
}

type EventAnswer = Awaited<ReturnType<typeof settleEvent>>;

function reasonOf(answer: EventAnswer): string | null {
  return answer.__typename === 'EventNotSettled' ? answer.reason : null;
}

interface SettleEmailDialogProps extends SettleDialogProps, Pick<WantedEmailSettling, 'deliveryId' | 'action'> {}

/** Settles an email whose tries are used up. */
export function SettleEmailDialog({ deliveryId, action, onClose, onSettled }: SettleEmailDialogProps) {
  const { t } = useTranslation('colonel');
  const run = useCallback(
    ({ reason }: Wanted) => settleEmail({ deliveryId, action, confirmation: shortIdOf(deliveryId), reason }),
    [deliveryId, action],
  );
  return (
    <OperatorDialog
      title={t(`system.emails.open.${action}`)}
      text={t(`system.emails.explain.${action}`)}
      submit={t(`system.emails.open.${action}`)}
      done={t(`system.emails.done.${action}`)}
      confirmation={shortIdOf(deliveryId)}
      isHarmless={action === 'SEND_AGAIN'}
      reasons={settleReasons}
      run={run}
      impossible={(answer) =>
        answer.__typename === 'EmailNotSettled' ? t(`system.emails.problem.${answer.reason}`) : null
      }
      onClose={onClose}
      onDone={onSettled}
    >
      <What>{deliveryId}</What>
    </OperatorDialog>
  );
}

/** What is settled, by its names. */
function What({ children }: { readonly children: string }) {
  return (
    <p className="text-ui">
      <code dir="ltr" className="break-all">
        {children}
      </code>
    </p>
  );
}
