import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageData } from '../site/page-data.ts';
import type { FieldState } from '../ui/field-form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { longEnoughCharacters, type StrengthLevel, strengthLevel } from './strength-level.ts';

/** The refusals that are about a new password, and those about its confirmation. */
export const newPasswordRefusals = {
  password: ['short_password', 'long_password', 'common_password'],
  confirm: ['password_mismatch'],
} as const;

interface NewPasswordFieldsProps {
  readonly password: FieldState;
  readonly confirm: FieldState;
  readonly names?: { readonly password: string; readonly confirm: string };
}

const usualNames = { password: 'password', confirm: 'password_confirm' };

/** A new password, its confirmation, and a meter that rewards length rather than symbols. */
export function NewPasswordFields({ password, confirm, names = usualNames }: NewPasswordFieldsProps) {
  const { t } = useTranslation('public');
  const [typed, setTyped] = useState('');
  const { level, begin } = useStrength(typed);
  const shared = { showLabel: t('newPassword.show'), autoComplete: 'new-password' } as const;
  return (
    <>
      <div>
        <PasswordField
          {...shared}
          {...password}
          name={names.password}
          hint={t('newPassword.hint', { shortest: pageData().passwordMinLength, better: longEnoughCharacters })}
          onChange={setTyped}
          onFocus={begin}
        />
        <StrengthMeter level={level} />
      </div>
      <PasswordField {...shared} {...confirm} name={names.confirm} />
    </>
  );
}

const steps = { short: 1, weak: 1, fair: 2, strong: 3 } as const;
const tones = { short: 'bg-danger', weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-success' } as const;

/** Three bars and a sentence; the sentence carries the meaning and is announced when it changes. */
function StrengthMeter({ level }: { level: StrengthLevel | null }) {
  const { t } = useTranslation('public');
  return (
    <div className="mt-2 min-h-5" data-testid="strength" data-level={level ?? undefined}>
      {level !== null && (
        <div className="mb-1 grid grid-cols-3 gap-1" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <span key={step} className={`h-1 rounded-full ${step <= steps[level] ? tones[level] : 'bg-border'}`} />
          ))}
        </div>
      )}
      <p role="status" className="text-small text-text-2" aria-label={t('newPassword.meter')}>
        {level === null ? '' : t(`newPassword.levels.${level}`, { better: longEnoughCharacters })}
      </p>
    </div>
  );
}

interface Answer {
  readonly id: number;
  readonly score: number;
}

/**
 * Judges what is typed, in a worker that is loaded by `begin` (on the first focus). Null while nothing is typed.
 * Where workers do not run, the length alone decides.
 */
function useStrength(password: string): { level: StrengthLevel | null; begin: () => void } {
  const worker = useRef<Worker | null>(null);
  const latest = useRef(0);
  const [judged, setJudged] = useState<{ password: string; score: number } | null>(null);
  const asked = useRef('');

  const begin = useCallback(() => {
    if (worker.current !== null) return;
    const started = new Worker(new URL('./strength.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === latest.current) setJudged({ password: asked.current, score: data.score });
    });
    worker.current = started;
  }, []);

  useEffect(() => {
    if (password === '' || worker.current === null) return;
    latest.current += 1;
    asked.current = password;
    worker.current.postMessage({ id: latest.current, password });
  }, [password]);

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  if (password === '') return { level: null, begin };
  const score = judged?.password === password ? judged.score : null;
  return { level: strengthLevel(password, score, pageData().passwordMinLength), begin };
}
