import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted } from '../../gql/mutate.ts';
import type { CustomerQuery } from '../../gql/operations.generated.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { announce } from '../../lib/announcer.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ConfirmIdentity } from '../../session/confirm-identity.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Change, changeCustomer, reasons, shortIdOf, type WantedChange } from './change-customer.ts';

interface ChangeDialogProps {
  readonly change: Change;
  readonly customer: NonNullable<CustomerQuery['customer']>;
  readonly plans: CustomerQuery['plans'];
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** Asks for the reason, then changes it; if the last proof is too old, asks for password and code and repeats it. */
export function ChangeDialog({ change, customer, plans, onClose, onChanged }: ChangeDialogProps) {
  const { t } = useTranslation('colonel');
  const [waiting, setWaiting] = useState<WantedChange | null>(null);
  const run = useCallback(
    async (wanted: WantedChange) => {
      const result = await changeCustomer(change, wanted);
      if (result.__typename === 'ReauthenticationRequired') {
        setWaiting(wanted);
        return;
      }
      accepted(result);
      onClose();
      announce(t(`manage.done.${change}`));
      await onChanged();
    },
    [change, onClose, onChanged, t],
  );
  return (
    <Modal title={waiting === null ? t(`manage.open.${change}`) : t('manage.confirm.title')} onClose={onClose}>
      {waiting === null ? (
        <ChangeForm change={change} customer={customer} plans={plans} run={run} onClose={onClose} />
      ) : (
        <ConfirmIdentity onConfirmed={() => run(waiting)} onCancel={onClose} />
      )}
    </Modal>
  );
}

interface ChangeFormProps extends Omit<ChangeDialogProps, 'onChanged'> {
  readonly run: (wanted: WantedChange) => Promise<void>;
}

/** What cannot be taken back is confirmed by typing the end of the customer's id. */
function ChangeForm({ change, customer, plans, run, onClose }: ChangeFormProps) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  const [typed, setTyped] = useState('');
  const shortId = shortIdOf(customer.id);
  const isReady = change === 'plan' || typed.trim().toLowerCase() === shortId;
  const send = useCallback(
    async (fields: FormData) => {
      const reason = reasons.find((each) => each === textIn(fields, 'reason'));
      if (!isReady || reason === undefined) return;
      await run({ id: customer.id, reason, plan: textIn(fields, 'plan') });
    },
    [isReady, run, customer.id],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="mt-2 flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <p className="text-ui text-text-2">{t(`manage.text.${change}`)}</p>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      {change === 'plan' && (
        <Choice name="plan" label={t('manage.plan')} first={customer.plan.id}>
          {plans.filter(({ id }) => id !== 'anonymous').map(({ id, name }) => ({ value: id, text: name }))}
        </Choice>
      )}
      <Choice name="reason" label={t('manage.reason')} hint={t('manage.reasonHint')} first="OWNER_ASKED">
        {reasons.map((reason) => ({ value: reason, text: t(`manage.reasons.${reason}`) }))}
      </Choice>
      {change !== 'plan' && (
        <TextField label={t('manage.type', { id: shortId })} isMono autoComplete="off" onChange={setTyped} />
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('app:account.cancel')}
        </button>
        <ActionButton look={change === 'plan' ? 'primary' : 'danger'} type="submit" isOff={isBusy || !isReady}>
          {isBusy ? t('app:account.busy') : t(`manage.submit.${change}`)}
        </ActionButton>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly first: string;
  readonly children: readonly { readonly value: string; readonly text: string }[];
}

function Choice({ name, label, hint, first, children }: ChoiceProps) {
  const id = `change-${name}`;
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="field" name={name} defaultValue={first} aria-describedby={hint && `${id}-hint`}>
        {children.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-text-2">
          {hint}
        </p>
      )}
    </div>
  );
}
