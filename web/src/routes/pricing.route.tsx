import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../app/page-title.tsx';
import { BillingPeriod, type Period } from '../features/upgrade-plan/billing-period.tsx';
import { PlanCard } from '../features/upgrade-plan/plan-card.tsx';

export function PricingPage() {
  const { t } = useTranslation(['core', 'app']);
  const [period, setPeriod] = useState<Period>('monthly');
  return (
    <div className="mx-auto flex max-w-wide flex-col items-start">
      <PageTitle page="pricing" />
      <p className="mt-2 text-text-2">{t('app:upgrade.text')}</p>
      <BillingPeriod period={period} onChange={setPeriod} />
      <div className="grid w-full gap-4 md:grid-cols-3">
        <PlanCard plan="basic" period={period} heading="h2" />
        <PlanCard plan="identity" period={period} heading="h2" />
        <PlanCard plan="globalElite" period={period} heading="h2" />
      </div>
    </div>
  );
}
