import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attributesOf, Field } from './field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly showLabel: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
  readonly id?: string;
  readonly isReadOnly?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange?: (value: string) => void;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password' | 'off';
  readonly value?: string;
  readonly maxLength?: number;
  /** Asks password managers to ignore the field. */
  readonly isUnmanaged?: boolean;
  readonly onFocus?: () => void;
  readonly onEnter?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined;
}

const unmanaged = { 'data-1p-ignore': true, 'data-lpignore': 'true', 'data-bwignore': true } as const;

/** A masked field with a toggle: for an account's password, where password managers and pasting are welcome. */
export function PasswordField(props: PasswordFieldProps) {
  const generated = useId();
  const { id = generated, label, hint, error } = props;
  const field = { id, label, hint, error };
  const [isShown, setShown] = useState(false);
  const watchEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.(event);
  };
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...field}>
      <div className="relative">
        <input
          {...(props.isUnmanaged ? unmanaged : {})}
          {...attributesOf(field)}
          ref={props.inputRef}
          className="field field-toggled text-start"
          type={isShown ? 'text' : 'password'}
          name={props.name}
          dir="auto"
          value={props.value}
          maxLength={props.maxLength}
          readOnly={props.isReadOnly}
          autoComplete={props.autoComplete}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={props.onChange && ((event) => props.onChange?.(event.currentTarget.value))}
          onFocus={props.onFocus}
          onKeyDown={watchEnter}
        />
        <button
          type="button"
          className="icon-button absolute end-0 top-0"
          aria-pressed={isShown}
          aria-label={props.showLabel}
          onClick={() => setShown(!isShown)}
        >
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </Field>
  );
}

/** The password that an account has. */
export function CurrentPasswordField(props: Omit<PasswordFieldProps, 'autoComplete' | 'showLabel'>) {
  const { t } = useTranslation('public');
  return <PasswordField {...props} showLabel={t('newPassword.show')} autoComplete="current-password" />;
}

interface PassphraseFieldProps extends Omit<PasswordFieldProps, 'name' | 'autoComplete' | 'maxLength' | 'isUnmanaged'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The person is choosing it, not repeating it. */
  readonly isNew?: boolean;
}

/** The same for a passphrase, which belongs to one message and not in a password manager. */
export function PassphraseField({ isNew = false, ...field }: PassphraseFieldProps) {
  const autoComplete = isNew ? 'new-password' : 'off';
  return <PasswordField {...field} name="passphrase" maxLength={256} autoComplete={autoComplete} isUnmanaged />;
}
