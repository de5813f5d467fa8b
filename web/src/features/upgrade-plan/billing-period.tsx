import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announcer.ts';

export type Period = 'monthly' | 'yearly';

/** Monthly or yearly: two radios that look like one switch; the arrows move between them. */
export function BillingPeriod({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const { t } = useTranslation('app');
  const name = useId();
  const choose = (chosen: Period) => {
    onChange(chosen);
    announce(t(`upgrade.changed.${chosen}`));
  };
  return (
    <fieldset className="my-4 inline-flex max-w-full flex-wrap rounded-3xl border border-border-strong p-1">
      <legend className="sr-only">{t('upgrade.period')}</legend>
      {(['monthly', 'yearly'] as const).map((one) => (
        <label
          key={one}
          className="inline-flex min-h-9 items-center rounded-full px-4 text-ui text-text-2 pointer-coarse:min-h-11 has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={one}
            checked={period === one}
            onChange={() => choose(one)}
          />
          {t(`upgrade.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
