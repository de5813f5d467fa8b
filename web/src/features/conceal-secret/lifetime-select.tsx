import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';

interface LifetimeSelectProps {
  readonly options: readonly number[];
  readonly value: number | null;
  readonly isReadOnly: boolean;
  readonly onChange: (seconds: number) => void;
}

export function LifetimeSelect({ options, value, isReadOnly, onChange }: LifetimeSelectProps) {
  const { t, i18n } = useTranslation('public');
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {t('form.choose')}
      </label>
      {value === null ? (
        <p id={id} className="flex min-h-11 items-center text-text-2">
          {t('form.noOptions')}
        </p>
      ) : (
        <select
          id={id}
          className="field"
          name="ttl"
          value={value}
          aria-disabled={isReadOnly || undefined}
          onChange={(event) => !isReadOnly && onChange(Number(event.currentTarget.value))}
        >
          {options.map((seconds) => (
            <option key={seconds} value={seconds}>
              {formatDuration(seconds, i18n.language)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
