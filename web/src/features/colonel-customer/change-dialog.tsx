import { useTranslation } from 'react-i18next';
import { OperatorDialog, type Wanted } from '../../colonel/operator-dialog.tsx';
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

/** Changes something about a customer. */
export function ChangeDialog({ change, customer, plans, onClose, onChanged }: ChangeDialogProps) {
  const { t } = useTranslation('colonel');
  const { id } = customer;
  const run = ({ fields, ...given }: Wanted) => changeCustomer(change, { id, plan: textIn(fields, 'plan'), ...given });
  return (
    <OperatorDialog
      title={t(`manage.open.${change}`)}
      text={t(`manage.text.${change}`)}
      submit={t(`manage.submit.${change}`)}
      done={t(`manage.done.${change}`)}
      id={id}
      isHarmless={change === 'plan'}
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
