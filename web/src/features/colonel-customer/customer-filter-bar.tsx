import { useTranslation } from 'react-i18next';
import type { CustomerCountsQuery } from '../../gql/operations.generated.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { type AddressState, addressStates, type CustomerFilter } from './use-customers.ts';

interface CustomerFilterBarProps {
  readonly filter: CustomerFilter;
  readonly plans: CustomerCountsQuery['plans'];
  readonly onChange: (name: 'plan' | 'address', word: string) => void;
}

const addresses = Object.keys(addressStates) as AddressState[];

/** The plan, and whether the address was proven. */
export function CustomerFilterBar({ filter, plans, onChange }: CustomerFilterBarProps) {
  const { t } = useTranslation('colonel');
  const all = { value: '', text: t('customers.all') };
  const named = plans.filter(({ id }) => id !== 'anonymous').map(({ id, name }) => ({ value: id, text: name }));
  const states = addresses.map((state) => ({ value: state, text: t(`customers.addresses.${state}`) }));
  const address = addresses.find((state) => addressStates[state] === filter.isVerified) ?? '';
  return (
    <search className="flex flex-wrap items-end gap-4">
      <SelectField
        label={t('customers.plan')}
        value={filter.plan ?? ''}
        onChoose={(plan) => onChange('plan', plan)}
        options={[all, ...named]}
      />
      <SelectField
        label={t('customers.address')}
        value={address}
        onChoose={(state) => onChange('address', state)}
        options={[all, ...states]}
      />
    </search>
  );
}
