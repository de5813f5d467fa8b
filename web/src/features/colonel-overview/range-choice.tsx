import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RangeName } from './colonel-overview.ts';

const ranges = ['48h', '30d'] as const;

/** How far back the charts go; it is part of the address. */
export function RangeChoice({ range, onChoose }: { range: RangeName; onChoose: (range: RangeName) => void }) {
  const { t } = useTranslation('colonel');
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="text-ui font-medium">
        {t('range.label')}
      </label>
      <select
        id={id}
        className="field w-auto max-w-full min-w-0"
        value={range}
        onChange={({ target }) => onChoose(target.value === '30d' ? '30d' : '48h')}
      >
        {ranges.map((each) => (
          <option key={each} value={each}>
            {t(`range.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
