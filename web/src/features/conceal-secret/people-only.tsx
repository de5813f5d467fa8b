import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface PeopleOnlyProps {
  readonly isChosen: boolean;
  readonly isReadOnly: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Whether programs are refused; chosen by itself where the link is emailed, because what scans emails opens links. */
export function PeopleOnly({ isChosen, isReadOnly, onChoose }: PeopleOnlyProps) {
  const { t } = useTranslation('public');
  const hintId = useId();
  return (
    <div>
      <label className="inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name="people_only"
          className="size-5 accent-accent"
          checked={isChosen}
          aria-describedby={hintId}
          onChange={(event) => !isReadOnly && onChoose(event.currentTarget.checked)}
        />
        {t('form.peopleOnly')}
      </label>
      <p id={hintId} className="text-small text-text-3">
        {t('form.peopleOnlyHint')}
      </p>
    </div>
  );
}
