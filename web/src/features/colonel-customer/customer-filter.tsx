import { useTranslation } from 'react-i18next';
import { askOnce } from '../../gql/mutate.ts';
import { customersOperation } from '../../gql/operations/customers.generated.ts';
import type { CustomerCountsQuery } from '../../gql/operations.generated.ts';
import { usePages } from '../../lib/use-pages.ts';
import { SelectField } from '../../ui/select-field.tsx';

const PAGE = 50;

interface CustomerFilter {
  /** Null: any plan. */
  readonly plan: string | null;
  /** Null: both. */
  readonly isVerified: boolean | null;
  /** Null: both. */
  readonly isDisabled: boolean | null;
}

const addressStates = { proven: true, unproven: false } as const;
type AddressState = keyof typeof addressStates;
const accessStates = { enabled: false, disabled: true } as const;

export function customerFilterFrom(said: URLSearchParams): CustomerFilter {
  const isVerified = stateIn(addressStates, said.get('address'));
  return { plan: said.get('plan'), isVerified, isDisabled: stateIn(accessStates, said.get('access')) };
}

const stateIn = (states: Readonly<Record<string, boolean>>, word: string | null) =>
  word !== null && Object.hasOwn(states, word) ? (states[word] ?? null) : null;

export function useCustomers(filter: CustomerFilter) {
  return usePages(
    filter,
    async (after) => (await askOnce(customersOperation, { first: PAGE, after, filter })).customers,
  );
}

interface CustomerFilterBarProps {
  readonly filter: CustomerFilter;
  readonly plans: CustomerCountsQuery['plans'];
  readonly onChange: (name: 'plan' | 'address' | 'access', word: string) => void;
}

const addresses = Object.keys(addressStates) as AddressState[];
const accesses = Object.keys(accessStates) as (keyof typeof accessStates)[];

export function CustomerFilterBar({ filter, plans, onChange }: CustomerFilterBarProps) {
  const { t } = useTranslation('colonel');
  const all = { value: '', text: t('customers.all') };
  const named = plans.filter(({ id }) => id !== 'anonymous').map(({ id, name }) => ({ value: id, text: name }));
  const states = addresses.map((state) => ({ value: state, text: t(`customers.addresses.${state}`) }));
  const address = addresses.find((state) => addressStates[state] === filter.isVerified) ?? '';
  const access = accesses.find((state) => accessStates[state] === filter.isDisabled) ?? '';
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
      <SelectField
        label={t('customers.access')}
        value={access}
        onChoose={(state) => onChange('access', state)}
        options={[all, ...accesses.map((state) => ({ value: state, text: t(`customers.accesses.${state}`) }))]}
      />
    </search>
  );
}
