import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Disclosure } from '../../ui/disclosure.tsx';

const questions = ['who', 'know', 'look', 'burn'] as const;

export function Faq() {
  const { t } = useTranslation('public');
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('metadata.faq.heading')}</h2>
      <div className="mt-2 divide-y divide-border border-y border-border">
        {questions.map((question) => (
          <Disclosure key={question} summary={t(`metadata.faq.${question}`)}>
            {t(`metadata.faq.${question}Text`)}
          </Disclosure>
        ))}
      </div>
    </section>
  );
}
