import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf, refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { confirmSecondStep } from './sign-in.ts';

interface SecondStepFormProps {
  readonly redirect: string;
  readonly onSignedIn: () => void | Promise<void>;
  /** Back to address and password. */
  readonly onStartOver: () => void;
}

const fieldId = 'second-step-code';

/** Six digits of the authenticator app, or one of the recovery codes. */
export function SecondStepForm({ redirect, onSignedIn, onStartOver }: SecondStepFormProps) {
  const { t, i18n } = useTranslation('public');
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const send = useCallback(
    async (fields: FormData) => {
      const code = textIn(fields, 'code');
      if (code.trim() === '') refuse('bad_code');
      await confirmSecondStep(code, redirect);
      await onSignedIn();
    },
    [redirect, onSignedIn],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const isWrong = codeOf(error) === 'bad_code';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is entered in the same field
  useEffect(() => field.current?.focus(), [isRecovery]);
  const label = isRecovery ? t('secondStep.recoveryCode') : t('secondStep.code');
  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={isWrong ? { id: fieldId, label } : undefined} />
      <TextField
        key={String(isRecovery)}
        inputRef={field}
        id={fieldId}
        label={label}
        name="code"
        isMono
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        isReadOnly={isBusy}
        hint={isRecovery ? t('secondStep.recoveryHint') : t('secondStep.hint')}
        error={isWrong ? problem?.text : undefined}
      />
      <ActionButton look="primary" type="submit" isOff={isBusy}>
        {isBusy ? t('signIn.busy') : t('secondStep.submit')}
      </ActionButton>
      <div className="flex flex-wrap justify-between gap-x-4">
        <button type="button" className="link min-h-11 text-small" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('secondStep.useApp') : t('secondStep.useRecovery')}
        </button>
        <button type="button" className="link min-h-11 text-small" onClick={onStartOver}>
          {t('secondStep.startOver')}
        </button>
      </div>
    </form>
  );
}
