import { useState } from 'react';
import { PasswordField } from '../ui/password-field.tsx';
import type { StrengthLevel } from './strength-level.ts';
import { useStrength } from './use-strength.ts';

export interface NewPasswordTexts {
  readonly password: string;
  readonly confirm: string;
  readonly show: string;
  readonly hint: string;
  readonly meter: string;
  readonly levels: Readonly<Record<StrengthLevel, string>>;
}

interface NewPasswordFieldsProps {
  readonly texts: NewPasswordTexts;
  readonly names: { readonly password: string; readonly confirm: string };
  readonly ids: { readonly password: string; readonly confirm: string };
  readonly errors: { readonly password?: string | undefined; readonly confirm?: string | undefined };
  readonly isReadOnly: boolean;
}

/** A new password, the same again, and a meter that asks for length rather than for signs. */
export function NewPasswordFields({ texts, names, ids, errors, isReadOnly }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState('');
  const { level, begin } = useStrength(typed);
  return (
    <>
      <div>
        <PasswordField
          id={ids.password}
          label={texts.password}
          showLabel={texts.show}
          name={names.password}
          autoComplete="new-password"
          hint={texts.hint}
          error={errors.password}
          isReadOnly={isReadOnly}
          onChange={setTyped}
          onFocus={begin}
        />
        <StrengthMeter level={level} texts={texts} />
      </div>
      <PasswordField
        id={ids.confirm}
        label={texts.confirm}
        showLabel={texts.show}
        name={names.confirm}
        autoComplete="new-password"
        error={errors.confirm}
        isReadOnly={isReadOnly}
      />
    </>
  );
}

const steps = { short: 1, weak: 1, fair: 2, strong: 3 } as const;
const tones = { short: 'bg-danger', weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-success' } as const;

/** Three bars and a sentence; the sentence is what counts, and it is spoken when it changes. */
function StrengthMeter({ level, texts }: { level: StrengthLevel | null; texts: NewPasswordTexts }) {
  return (
    <div className="mt-2 min-h-5" data-testid="strength" data-level={level ?? undefined}>
      {level !== null && (
        <div className="mb-1 grid grid-cols-3 gap-1" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <span key={step} className={`h-1 rounded-full ${step <= steps[level] ? tones[level] : 'bg-border'}`} />
          ))}
        </div>
      )}
      <p role="status" className="text-small text-text-2" aria-label={texts.meter}>
        {level === null ? '' : texts.levels[level]}
      </p>
    </div>
  );
}
