import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const samples = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] as const;

/** One of seven made-up voices, chosen anew on every opening; labelled in the size of the text, without a name. */
export function Testimonial() {
  const { t } = useTranslation('app');
  const [sample] = useState(() => samples[Math.floor(Math.random() * samples.length)] ?? 'one');
  return (
    <figure className="mt-4 rounded-md bg-surface-2 p-4 text-ui" data-testid="testimonial">
      <blockquote>{t(`upgrade.voices.${sample}`)}</blockquote>
      <figcaption className="mt-1 text-ui text-text-2">{t('upgrade.generated')}</figcaption>
    </figure>
  );
}
