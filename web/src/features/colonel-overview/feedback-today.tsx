import { useTranslation } from 'react-i18next';
import type { ColonelFeedbackQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';

const DAY_SECONDS = 86_400;

/** What people wrote today, without their addresses. Days are UTC days. */
export function FeedbackToday({ said }: { readonly said: ColonelFeedbackQuery }) {
  const { t, i18n } = useTranslation('colonel');
  const { todayCount, yesterdayCount, count } = said.feedbackStatistics;
  const midnight = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  const number = (each: number) => formatNumber(each, i18n.language);
  return (
    <Section title={t('feedback.title')}>
      <p className="text-ui text-text-2">
        {t('feedback.counts', { today: number(todayCount), yesterday: number(yesterdayCount), all: number(count) })}
      </p>
      <ul className="flex flex-col gap-2 text-ui">
        {said.feedback
          .filter(({ created }) => created >= midnight)
          .map(({ id, message, created }) => (
            <li key={id}>
              <p className="text-small text-text-3">
                <Moment unixSeconds={created} text={formatMoment(created, i18n.language)} />
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {message}
              </p>
            </li>
          ))}
      </ul>
    </Section>
  );
}
