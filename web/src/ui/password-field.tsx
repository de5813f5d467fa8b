import { Eye, EyeOff } from 'lucide-react';
import { type Ref, useId, useState } from 'react';
import { FieldNotes } from './text-field.tsx';

interface PasswordFieldProps {
  readonly label: string;
  readonly showLabel: string;
  readonly name: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly id?: string;
  readonly onChange?: (value: string) => void;
  readonly onFocus?: () => void;
}

/** A masked field with a toggle, for an account's password: password managers and pasting are welcome. */
export function PasswordField(props: PasswordFieldProps) {
  const generated = useId();
  const id = props.id ?? generated;
  const [isShown, setShown] = useState(false);
  const describedBy = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(' ');
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      <div className="relative">
        <input
          ref={props.inputRef}
          id={id}
          className="field pe-12 text-start"
          type={isShown ? 'text' : 'password'}
          name={props.name}
          dir="auto"
          readOnly={props.isReadOnly}
          autoComplete={props.autoComplete}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={props.error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
          onChange={props.onChange && ((event) => props.onChange?.(event.currentTarget.value))}
          onFocus={props.onFocus}
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
      <FieldNotes id={id} hint={props.hint} error={props.error} />
    </div>
  );
}
