import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { type Overview, waitingByHour, waitingMore } from './colonel-overview.ts';
import { WayIcon } from './way-icon.tsx';

interface FiguresProps {
  readonly overview: Overview;
  /** Secrets waiting now; null: not known. */
  readonly waiting: number | null;
}

/** Six numbers that say how the day goes, each beside the last 24 hours and what it was yesterday. */
export function Figures({ overview, waiting }: FiguresProps) {
  const { t } = useTranslation('colonel');
  const titleId = useId();
  const { today, yesterday, hours, wrongPassphrases } = overview;
  const counted = (name: 'created' | 'opened' | 'burned' | 'expired') => (
    <Figure
      name={name}
      value={today[name]}
      more={today[name] - yesterday[name]}
      than="yesterday"
      hours={hours.map((hour) => hour[name])}
    />
  );
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        {t('figures.title')}
      </h2>
      <div className="figures">
        {counted('created')}
        {counted('opened')}
        <Figure
          name="waiting"
          value={waiting}
          more={waiting === null ? null : waitingMore(hours)}
          than="dayAgo"
          hours={waiting === null ? [] : waitingByHour(hours, waiting)}
        />
        {counted('burned')}
        {counted('expired')}
        <Figure
          name="wrongPassphrases"
          value={wrongPassphrases.lastHour}
          more={wrongPassphrases.lastHour - wrongPassphrases.hourBefore}
          than="hourBefore"
          hours={hours.map((hour) => hour.wrongPassphrases)}
        />
      </div>
    </section>
  );
}

interface FigureProps {
  readonly name: 'created' | 'opened' | 'waiting' | 'burned' | 'expired' | 'wrongPassphrases';
  /** Null: not known. */
  readonly value: number | null;
  readonly more: number | null;
  readonly than: 'yesterday' | 'dayAgo' | 'hourBefore';
  readonly hours: readonly number[];
}

function Figure({ name, value, more, than, hours }: FigureProps) {
  const { t, i18n } = useTranslation('colonel');
  return (
    <div className="figure" data-figure={name}>
      <h3 className="text-small text-text-2">{t(`figures.${name}`)}</h3>
      <p className="figure-number">{value === null ? t('figures.unknown') : formatNumber(value, i18n.language)}</p>
      {more !== null && <Change more={more} than={than} />}
      <Sparkline values={hours} />
    </div>
  );
}

function Change({ more, than }: { readonly more: number; readonly than: FigureProps['than'] }) {
  const { t, i18n } = useTranslation('colonel');
  const word = more > 0 ? 'more' : more < 0 ? 'fewer' : 'same';
  return (
    <p className="flex items-start gap-1 text-small text-text-2">
      <WayIcon way={word} className="mt-0.5 size-4" />
      <span>{t(`figures.${than}.${word}`, { number: formatNumber(Math.abs(more), i18n.language) })}</span>
    </p>
  );
}

const WIDTH = 120;
const HEIGHT = 28;

/** The shape of the last 24 hours, from 0. It only repeats what charts and tables say in numbers. */
function Sparkline({ values }: { readonly values: readonly number[] }) {
  const { i18n } = useTranslation();
  if (values.length < 2) return null;
  const top = Math.max(1, ...values);
  const isRightToLeft = i18n.dir() === 'rtl';
  const points = values.map((value, place) => {
    const along = (place / (values.length - 1)) * WIDTH;
    return `${(isRightToLeft ? WIDTH - along : along).toFixed(1)},${((1 - value / top) * (HEIGHT - 4) + 2).toFixed(1)}`;
  });
  return (
    <svg
      className="w-full pt-1"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--color-accent)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
