import { useTranslation } from 'react-i18next';
import type { ColonelFeedbackQuery } from '../../gql/operations.generated.ts';
import { formatMoment, formatNumber } from '../../i18n/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { dayOf, days } from './by-day.ts';

interface FeedbackByDayProps {
  readonly said: ColonelFeedbackQuery;
  /** Unix seconds. */
  readonly nowSeconds: number;
}

/** The newest hundred messages, without anybody's address. Days are UTC days. */
export function FeedbackByDay({ said, nowSeconds }: FeedbackByDayProps) {
  const { t, i18n } = useTranslation('colonel');
  const { todayCount, yesterdayCount, count } = said.feedbackStatistics;
  const number = (each: number) => formatNumber(each, i18n.language);
  return (
    <>
      <p className="text-ui text-text-2">
        {t('feedback.counts', { today: number(todayCount), yesterday: number(yesterdayCount), all: number(count) })}
      </p>
      {days.map((day) => {
        const messages = said.feedback.filter(({ created }) => dayOf(created, nowSeconds) === day);
        return (
          <Section key={day} title={t(`feedback.days.${day}`)}>
            {messages.length === 0 && <p className="text-ui text-text-2">{t('feedback.none')}</p>}
            <ul className="flex flex-col gap-3 text-ui">
              {messages.map(({ id, message, created }) => (
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
      })}
    </>
  );
}
