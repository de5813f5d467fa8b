import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { settleReasons, shortIdOf } from './settle-event.ts';

interface SettleFormProps {
  /** Of what is settled; its end is typed to confirm. */
  readonly id: string;
  /** What is settled, as it is shown. */
  readonly what: string;
  /** On the button. */
  readonly words: string;
  readonly explanation: string;
  /** Whether it can be done again or undone. */
  readonly isHarmless: boolean;
  readonly run: (confirmed: Confirmed) => Promise<void>;
  readonly onClose: () => void;
}

interface Confirmed {
  readonly confirmation: string;
  readonly reason: (typeof settleReasons)[number];
}

/** A reason, and the end of an id. */
export function SettleForm({ id, what, words, explanation, isHarmless, run, onClose }: SettleFormProps) {
  const { t, i18n } = useTranslation(['colonel', 'app']);
  const [typed, setTyped] = useState('');
  const isReady = typed.trim().toLowerCase() === shortIdOf(id);
  const send = useCallback(
    async (fields: FormData) => {
      const reason = settleReasons.find((each) => each === textIn(fields, 'reason'));
      if (!isReady || reason === undefined) return;
      await run({ confirmation: shortIdOf(id), reason });
    },
    [isReady, run, id],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="mt-2 flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <p className="text-ui text-text-2">{explanation}</p>
      <p className="text-ui">
        <code dir="ltr" className="break-all">
          {what}
        </code>
      </p>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <div>
        <label className="field-label" htmlFor="settle-reason">
          {t('manage.reason')}
        </label>
        <select id="settle-reason" className="field" name="reason">
          {settleReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`manage.reasons.${reason}`)}
            </option>
          ))}
        </select>
      </div>
      <TextField label={t('manage.type', { id: shortIdOf(id) })} isMono autoComplete="off" onChange={setTyped} />
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('app:account.cancel')}
        </button>
        <ActionButton look={isHarmless ? 'primary' : 'danger'} type="submit" isOff={isBusy || !isReady}>
          {isBusy ? t('app:account.busy') : words}
        </ActionButton>
      </div>
    </form>
  );
}
