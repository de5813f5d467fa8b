import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { BillingPeriod, type Period } from './billing-period.tsx';
import { PlanCard } from './plan-card.tsx';

export function UpgradeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  const [period, setPeriod] = useState<Period>('monthly');
  return (
    <Modal title={t('upgrade.title')} size="wide" startsAtTitle onClose={onClose}>
      <p className="mt-1 text-ui text-text-2">{t('upgrade.text')}</p>
      <BillingPeriod period={period} onChange={setPeriod} />
      <div className="grid gap-4 md:grid-cols-2">
        <PlanCard plan="identity" period={period} />
        <PlanCard plan="globalElite" period={period} />
      </div>
      {pageData().testimonialsEnabled && <Testimonial />}
      <ActionButton className="mt-5 w-full" onClick={onClose}>
        {t('upgrade.later')}
      </ActionButton>
    </Modal>
  );
}

const samples = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] as const;

/** One of seven made-up testimonials, picked at random each time; labelled in text of the same size, without a name. */
function Testimonial() {
  const { t } = useTranslation('app');
  const [sample] = useState(() => samples[Math.floor(Math.random() * samples.length)] ?? 'one');
  return (
    <figure className="mt-4 rounded-md bg-surface-2 p-4 text-ui" data-testid="testimonial">
      <blockquote>{t(`upgrade.voices.${sample}`)}</blockquote>
      <figcaption className="mt-1 text-ui text-text-2">{t('upgrade.generated')}</figcaption>
    </figure>
  );
}
