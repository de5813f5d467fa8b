import { useTranslation } from 'react-i18next';
import { formatNumber, westernDigits } from '../../i18n/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { type Overview, pointsOf, type RangeName, sumOf } from './colonel-overview.ts';

interface ChartOfRange {
  readonly overview: Overview;
  readonly range: RangeName;
}

export function ActivityChart({ overview: { steps }, range }: ChartOfRange) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const names = ['created', 'opened', 'unread'] as const;
  const points = pointsOf(steps, range, i18n.language, ({ created, opened, burned, expired }) => {
    return { created, opened, unread: burned + expired };
  });
  const total = (name: (typeof names)[number]) => number(sumOf(points, ({ values }) => values[name] ?? 0));
  return (
    <Chart
      title={t(`activity.title.${range}`)}
      caption={t(`activity.caption.${range}`, {
        created: total('created'),
        opened: total('opened'),
        unread: total('unread'),
      })}
      kind="lines"
      axis={t(`chart.axis.${range}`)}
      series={names.map((key) => ({ key, name: t(`activity.series.${key}`) }))}
      points={points}
    />
  );
}

export function EmailChart({ overview: { steps }, range }: ChartOfRange) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  const names = ['emailsSent', 'emailsFailed'] as const;
  const points = pointsOf(steps, range, i18n.language, ({ emailsSent, emailsFailed }) => ({
    emailsSent,
    emailsFailed,
  }));
  return (
    <Chart
      title={t('emails.title')}
      caption={t(`emails.caption.${range}`, {
        sent: number(sumOf(steps, ({ emailsSent }) => emailsSent)),
        failed: number(sumOf(steps, ({ emailsFailed }) => emailsFailed)),
      })}
      kind="lines"
      axis={t(`chart.axis.${range}`)}
      series={names.map((key) => ({ key, name: t(`emails.series.${key}`) }))}
      points={points}
    />
  );
}

const ages = ['minute', 'tenMinutes', 'hour', 'day', 'week', 'later'] as const;

export function OpenedWithinChart({ overview: { openedWithin }, range }: ChartOfRange) {
  const { t, i18n } = useTranslation('colonel');
  const all = sumOf(openedWithin, (count) => count);
  const soon = sumOf(openedWithin.slice(0, 3), (count) => count);
  const percent = new Intl.NumberFormat(westernDigits(i18n.language), { style: 'percent' });
  const points = ages.map((age, place) => ({
    key: age,
    label: t(`openedWithin.short.${age}`),
    title: t(`openedWithin.ages.${age}`),
    values: { opened: openedWithin[place] ?? 0 },
  }));
  return (
    <Chart
      title={t('openedWithin.title')}
      caption={
        all === 0
          ? t(`openedWithin.none.${range}`)
          : t(`openedWithin.caption.${range}`, {
              all: formatNumber(all, i18n.language),
              soon: percent.format(soon / all),
            })
      }
      kind="bars"
      axis={t('openedWithin.axis')}
      series={[{ key: 'opened', name: t('openedWithin.series') }]}
      points={points}
    />
  );
}
