import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerQuery } from '../../gql/operations.generated.ts';
import { formatMoment } from '../../i18n/format.ts';
import { pageData } from '../../site/page-data.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { type Change, ChangeDialog, isHarmless } from './change-dialog.tsx';

interface ManageSectionProps {
  readonly customer: NonNullable<CustomerQuery['customer']>;
  readonly plans: CustomerQuery['plans'];
  readonly onChanged: () => Promise<unknown>;
}

export function SessionFacts({ customer }: Pick<ManageSectionProps, 'customer'>) {
  const { t, i18n } = useTranslation('colonel');
  return (
    <Section title={t('manage.sessions')}>
      {customer.sessions.length === 0 && <p className="text-ui text-text-2">{t('manage.none')}</p>}
      <ul className="flex flex-col gap-2 text-ui" data-testid="sessions">
        {customer.sessions.map(({ id, userAgentFamily, lastSeen }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <bdi className="font-medium">{userAgentFamily}</bdi>
            <span className="text-text-2">
              <Moment
                unixSeconds={lastSeen}
                text={t('manage.lastSeen', { when: formatMoment(lastSeen, i18n.language) })}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a colonel can change; never about their own account. */
export function ManageSection({ customer, plans, onChanged }: ManageSectionProps) {
  const { t } = useTranslation('colonel');
  const [change, setChange] = useState<Change | null>(null);
  if (customer.custid === pageData().cust?.custid) {
    return (
      <Section title={t('manage.title')}>
        <p className="text-ui text-text-2">{t('manage.own')}</p>
      </Section>
    );
  }
  const changes: readonly Change[] = [
    'plan',
    'sessions',
    ...(customer.twoStep.isEnabled ? (['twoStep'] as const) : []),
    customer.isDisabled ? 'enable' : 'disable',
  ];
  return (
    <Section title={t('manage.title')} tone="danger">
      <div className="flex flex-wrap gap-3">
        {changes.map((each) => (
          <ActionButton
            key={each}
            look={isHarmless(each) ? 'quiet' : 'text-danger'}
            aria-haspopup="dialog"
            className="max-sm:w-full"
            onClick={() => setChange(each)}
          >
            {t(`manage.open.${each}`)}
          </ActionButton>
        ))}
      </div>
      {change !== null && (
        <ChangeDialog
          change={change}
          customer={customer}
          plans={plans}
          onClose={() => setChange(null)}
          onDone={onChanged}
        />
      )}
    </Section>
  );
}
