import { useTranslation } from 'react-i18next';
import { type Given, OperatorDialog } from '../../colonel/operator-dialog.tsx';
import { mutate } from '../../gql/mutate.ts';
import { changeCustomerPlanOperation } from '../../gql/operations/change-customer-plan.generated.ts';
import { disableCustomerOperation } from '../../gql/operations/disable-customer.generated.ts';
import { enableCustomerOperation } from '../../gql/operations/enable-customer.generated.ts';
import { endCustomerSessionsOperation } from '../../gql/operations/end-customer-sessions.generated.ts';
import { removeCustomerTwoStepOperation } from '../../gql/operations/remove-customer-two-step.generated.ts';
import type { CustomerQuery } from '../../gql/operations.generated.ts';
import { textIn } from '../../lib/use-submit.ts';
import { SelectField } from '../../ui/select-field.tsx';

export type Change = 'plan' | 'sessions' | 'twoStep' | 'disable' | 'enable';

/** Can be changed back. */
export const isHarmless = (change: Change) => change === 'plan' || change === 'enable';

interface ChangeDialogProps {
  readonly change: Change;
  readonly customer: NonNullable<CustomerQuery['customer']>;
  readonly plans: CustomerQuery['plans'];
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

export function ChangeDialog({ change, customer: { id, plan }, plans, ...dialog }: ChangeDialogProps) {
  const { t } = useTranslation('colonel');
  const run = async (given: Given, fields: FormData) => {
    const input = { id, ...given };
    switch (change) {
      case 'plan': {
        const wanted = { ...input, plan: textIn(fields, 'plan') };
        return (await mutate(changeCustomerPlanOperation, { input: wanted })).changeCustomerPlan;
      }
      case 'sessions':
        return (await mutate(endCustomerSessionsOperation, { input })).endCustomerSessions;
      case 'twoStep':
        return (await mutate(removeCustomerTwoStepOperation, { input })).removeCustomerTwoStep;
      case 'disable':
        return (await mutate(disableCustomerOperation, { input })).disableCustomer;
      case 'enable':
        return (await mutate(enableCustomerOperation, { input })).enableCustomer;
    }
  };
  return (
    <OperatorDialog
      {...dialog}
      title={t(`manage.open.${change}`)}
      text={t(`manage.text.${change}`)}
      submit={t(`manage.submit.${change}`)}
      done={t(`manage.done.${change}`)}
      id={id}
      isHarmless={isHarmless(change)}
      run={run}
    >
      {change === 'plan' && (
        <SelectField
          name="plan"
          label={t('manage.plan')}
          defaultValue={plan.id}
          options={plans.filter((each) => each.id !== 'anonymous').map((each) => ({ value: each.id, text: each.name }))}
        />
      )}
    </OperatorDialog>
  );
}
