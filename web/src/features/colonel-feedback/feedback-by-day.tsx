import { useTranslation } from 'react-i18next';
import type { ColonelFeedbackQuery } from '../../gql/operations.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
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
  const { t } = useTranslation('colonel');
  return (
    <>
      <Counts said={said} />
      {days.map((day) => {
        const messages = said.feedback.filter(({ created }) => dayOf(created, nowSeconds) === day);
        return (
          <Section key={day} title={t(`feedback.days.${day}`)}>
            {messages.length === 0 && <p className="text-ui text-text-2">{t('feedback.none')}</p>}
            <Messages messages={messages} />
          </Section>
        );
      })}
    </>
  );
}

/** So many are on the overview; the page of feedback has the others. */
const MOST_TODAY = 3;

export function FeedbackToday({ said, nowSeconds }: FeedbackByDayProps) {
  const { t } = useTranslation('colonel');
  const today = said.feedback.filter(({ created }) => dayOf(created, nowSeconds) === 'today');
  return (
    <Section title={t('feedback.title')}>
      <Counts said={said} />
      <Messages messages={today.slice(0, MOST_TODAY)} />
      <p className="text-ui">
        <TextLink href={paths.colonelFeedback}>{t('frame.sections.feedback')}</TextLink>
      </p>
    </Section>
  );
}

function Counts({ said: { feedbackStatistics } }: Pick<FeedbackByDayProps, 'said'>) {
  const { t, i18n } = useTranslation('colonel');
  const { todayCount, yesterdayCount, count } = feedbackStatistics;
  const number = (each: number) => formatNumber(each, i18n.language);
  return (
    <p className="text-ui text-text-2">
      {t('feedback.counts', { today: number(todayCount), yesterday: number(yesterdayCount), all: number(count) })}
    </p>
  );
}

function Messages({ messages }: { readonly messages: ColonelFeedbackQuery['feedback'] }) {
  if (messages.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3 text-ui">
      {messages.map(({ id, message, created }) => (
        <li key={id}>
          <p className="text-small text-text-3">
            <Moment unixSeconds={created} />
          </p>
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {message}
          </p>
        </li>
      ))}
    </ul>
  );
}
