import { confirmationOf, isConfirmedBy } from '@onceover/schema/confirmation';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted } from '../gql/mutate.ts';
import type { OperatorReason } from '../gql/operations.generated.ts';
import { announce } from '../lib/announcer.ts';
import { textIn, useSubmit } from '../lib/use-submit.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Notice } from '../ui/notice.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';

const allReasons = [
  'OWNER_ASKED',
  'SECURITY',
  'ABUSE',
  'BILLING',
  'LEGAL',
  'MAINTENANCE',
] as const satisfies readonly OperatorReason[];

/** What every change is sent with. */
export interface Given {
  readonly reason: OperatorReason;
  readonly confirmation: string;
}

/** And the form's other fields. */
type Wanted = [given: Given, fields: FormData];

/** An answer of the graph: done, a refusal, or that password and code are wanted first. */
export type Answer = Parameters<typeof accepted>[0];

interface OperatorDialogProps<Answered extends Answer> {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** What is said then. */
  readonly done: string | ((answer: Answered) => string);
  /** Of what is changed: its end is typed first, which the server checks too. */
  readonly id: string;
  /** Can be undone or done again. */
  readonly isHarmless?: boolean;
  /** Those that can apply, the likeliest first. */
  readonly reasons?: readonly OperatorReason[];
  readonly run: (...wanted: Wanted) => Promise<Answered>;
  /** Why it could not be done, where the answer says so; the dialog stays open then. */
  readonly impossible?: (answer: Answered) => string | null;
  readonly onClose: () => void;
  readonly onDone: (answer: Answered) => unknown;
  readonly children?: ReactNode;
}

/** Asks a colonel for a reason, then does it; if the last proof is too old, asks for password and code and repeats it. */
export function OperatorDialog<Answered extends Answer>(props: OperatorDialogProps<Answered>) {
  const { run, impossible, onClose, onDone, done, title, ...form } = props;
  const { t } = useTranslation('colonel');
  const [waiting, setWaiting] = useState<Wanted | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const tryOnce = async (...wanted: Wanted) => {
    const answer = await run(...wanted);
    const isProofWanted = answer.__typename === 'ReauthenticationRequired';
    setWaiting(isProofWanted ? wanted : null);
    if (isProofWanted) return;
    const why = impossible?.(answer) ?? null;
    setProblem(why);
    if (why !== null) return;
    accepted(answer);
    onClose();
    announce(typeof done === 'string' ? done : done(answer));
    await onDone(answer);
  };
  return (
    <Modal title={waiting === null ? title : t('manage.confirm.title')} onClose={onClose}>
      {problem !== null && (
        <Notice kind="error" title={t('manage.impossible')} takesFocus>
          <bdi className="break-words">{problem}</bdi>
        </Notice>
      )}
      {waiting === null ? (
        <ReasonForm {...form} onWanted={tryOnce} onClose={onClose} />
      ) : (
        <ConfirmIdentity onConfirmed={() => tryOnce(...waiting)} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface ReasonFormProps
  extends Pick<
    OperatorDialogProps<Answer>,
    'text' | 'submit' | 'id' | 'isHarmless' | 'reasons' | 'onClose' | 'children'
  > {
  readonly onWanted: (...wanted: Wanted) => Promise<void>;
}

function ReasonForm(props: ReasonFormProps) {
  const { text, submit, id, isHarmless = false, reasons = allReasons, onWanted, onClose, children } = props;
  const { t } = useTranslation(['colonel', 'app']);
  const [typed, setTyped] = useState('');
  const isReady = isConfirmedBy(typed, id);
  const { isBusy, error, onSubmit } = useSubmit(async (fields) => {
    const reason = reasons.find((each) => each === textIn(fields, 'reason'));
    if (isReady && reason !== undefined) await onWanted({ reason, confirmation: typed }, fields);
  });
  return (
    <form className="mt-2 flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <p className="text-ui text-text-2">{text}</p>
      <ProblemNotice error={error} />
      {children}
      <SelectField
        name="reason"
        label={t('manage.reason')}
        hint={t('manage.reasonHint')}
        options={reasons.map((reason) => ({ value: reason, text: t(`manage.reasons.${reason}`) }))}
      />
      <TextField label={t('manage.type', { id: confirmationOf(id) })} isMono autoComplete="off" onChange={setTyped} />
      <div className="flex flex-wrap gap-3">
        <ActionButton onClick={onClose}>{t('app:account.cancel')}</ActionButton>
        <ActionButton look={isHarmless ? 'primary' : 'danger'} type="submit" isOff={isBusy || !isReady}>
          {isBusy ? t('app:account.busy') : submit}
        </ActionButton>
      </div>
    </form>
  );
}
