import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/section.tsx';
import type { ColonelOverview } from './colonel-overview.ts';

const days = ['today', 'yesterday', 'older'] as const;

/** What people said, by day; without addresses. */
export function OverviewFeedback({ overview }: { readonly overview: ColonelOverview }) {
  const { t } = useTranslation('app');
  const isEmpty = days.every((day) => overview[`${day}_feedback`].length === 0);
  return (
    <Section title={t('colonel.feedback.title')}>
      {isEmpty && <p className="text-ui text-text-2">{t('colonel.feedback.none')}</p>}
      {days.map((day) => {
        const said = overview[`${day}_feedback`];
        if (said.length === 0) return null;
        return (
          <div key={day}>
            <h3 className="text-small font-semibold text-text-2">{t(`colonel.feedback.${day}`)}</h3>
            <ul className="flex flex-col gap-2 text-ui">
              {said.map(({ msg }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the answer names no id, and the list never changes in place
                <li key={index} dir="auto" className="whitespace-pre-wrap break-words">
                  {msg}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </Section>
  );
}
