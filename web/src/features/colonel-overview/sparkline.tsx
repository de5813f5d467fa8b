import { useTranslation } from 'react-i18next';

const WIDTH = 120;
const HEIGHT = 28;

/** The shape of the last 24 hours, from 0. It only repeats what charts and tables say in numbers. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
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
      className="mt-1 w-full"
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
