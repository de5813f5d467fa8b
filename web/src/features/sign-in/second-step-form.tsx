import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/calls/api.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { apiPaths } from '../../site/paths.ts';
import { FieldForm } from '../../ui/field-form.tsx';
import { CodeField } from '../../ui/text-field.tsx';

interface SecondStepFormProps {
  readonly redirect: string;
  readonly onSignedIn: () => void | Promise<void>;
  readonly onStartOver: () => void;
}

export function SecondStepForm({ redirect, onSignedIn, onStartOver }: SecondStepFormProps) {
  const { t } = useTranslation('public');
  const [isRecovery, setRecovery] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const send = async (fields: FormData) => {
    const code = textIn(fields, 'code').trim();
    if (code === '') refuse('bad_code');
    await api({ path: apiPaths.secondStep, form: { code, redirect } });
    await onSignedIn();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code is entered in the same field
  useEffect(() => field.current?.focus(), [isRecovery]);
  const label = isRecovery ? t('secondStep.recoveryCode') : t('secondStep.code');
  return (
    <div className="flex flex-col gap-4">
      <FieldForm
        fields={{ code: { id: 'second-step-code', label, blamedFor: ['bad_code'] } }}
        send={send}
        submit={{ label: t('secondStep.submit'), busy: t('signIn.busy') }}
      >
        {(state) => (
          <CodeField
            key={String(isRecovery)}
            {...state('code')}
            inputRef={field}
            inputMode={isRecovery ? 'text' : 'numeric'}
            hint={isRecovery ? t('secondStep.recoveryHint') : t('secondStep.hint')}
          />
        )}
      </FieldForm>
      <div className="flex flex-wrap justify-between gap-x-4">
        <button type="button" className="link min-h-11 text-small" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t('secondStep.useApp') : t('secondStep.useRecovery')}
        </button>
        <button type="button" className="link min-h-11 text-small" onClick={onStartOver}>
          {t('secondStep.startOver')}
        </button>
      </div>
    </div>
  );
}
