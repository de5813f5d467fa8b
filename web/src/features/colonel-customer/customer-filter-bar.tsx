import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerCountsQuery } from '../../gql/operations.generated.ts';
import { type AddressState, addressStates, type CustomerFilter } from './use-customers.ts';

interface CustomerFilterBarProps {
  readonly filter: CustomerFilter;
  readonly plans: CustomerCountsQuery['plans'];
  readonly onPlan: (plan: string) => void;
  readonly onAddress: (state: string) => void;
}

const addresses = Object.keys(addressStates) as AddressState[];

/** The plan, and whether the address was proven. */
export function CustomerFilterBar({ filter, plans, onPlan, onAddress }: CustomerFilterBarProps) {
  const { t } = useTranslation('colonel');
  const address = addresses.find((state) => addressStates[state] === filter.isVerified) ?? '';
  return (
    <search className="flex flex-wrap items-end gap-4">
      <Filter label={t('customers.plan')} value={filter.plan ?? ''} onChange={onPlan}>
        {plans
          .filter(({ id }) => id !== 'anonymous')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </Filter>
      <Filter label={t('customers.address')} value={address} onChange={onAddress}>
        {addresses.map((state) => (
          <option key={state} value={state}>
            {t(`customers.addresses.${state}`)}
          </option>
        ))}
      </Filter>
    </search>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Filter({ label, value, onChange, children }: FilterProps) {
  const { t } = useTranslation('colonel');
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="field" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('customers.all')}</option>
        {children}
      </select>
    </div>
  );
}
