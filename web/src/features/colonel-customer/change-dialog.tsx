import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorDialog, shortIdOf, type Wanted } from '../../colonel/operator-dialog.tsx';
import type { CustomerQuery } from '../../gql/operations.generated.ts';
import { textIn } from '../../lib/use-submit.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { type Change, changeCustomer } from './change-customer.ts';

interface ChangeDialogProps {
  readonly change: Change;
  readonly customer: NonNullable<CustomerQuery['customer']>;
  readonly plans: CustomerQuery['plans'];
  readonly onClose: () => void;
  readonly onChanged: () => Promise<unknown>;
}

/** Changes something about a customer. What cannot be taken back is confirmed by typing the end of the customer's id. */
export function ChangeDialog({ change, customer, plans, onClose, onChanged }: ChangeDialogProps) {
  const { t } = useTranslation('colonel');
  const { id } = customer;
  const run = useCallback(
    ({ reason, fields }: Wanted) => changeCustomer(change, { id, reason, plan: textIn(fields, 'plan') }),
    [change, id],
  );
  return (
    <OperatorDialog
      title={t(`manage.open.${change}`)}
      text={t(`manage.text.${change}`)}
      submit={t(`manage.submit.${change}`)}
      done={t(`manage.done.${change}`)}
      confirmation={change === 'plan' ? null : shortIdOf(id)}
      run={run}
      onClose={onClose}
      onDone={onChanged}
    >
      {change === 'plan' && (
        <SelectField
          name="plan"
          label={t('manage.plan')}
          defaultValue={customer.plan.id}
          options={plans.filter((plan) => plan.id !== 'anonymous').map((plan) => ({ value: plan.id, text: plan.name }))}
        />
      )}
    </OperatorDialog>
  );
}
