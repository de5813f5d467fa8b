import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldNotes } from './field-notes.tsx';

interface TextFieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'name'
    | 'autoComplete'
    | 'inputMode'
    | 'maxLength'
    | 'required'
    | 'enterKeyHint'
    | 'defaultValue'
    | 'value'
    | 'pattern'
    | 'onFocus'
  > {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly isMono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly id?: string;
  readonly onChange?: (value: string) => void;
}

/** A single-line field with a visible label. Addresses, codes and hosts run left to right in every language. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isReadOnly, isMono, inputRef, id: ownId, onChange, ...input } = props;
  const generated = useId();
  const id = ownId ?? generated;
  const describedBy = [error !== undefined && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        ref={inputRef}
        id={id}
        className={`field text-start ${isMono ? 'field-mono' : ''}`}
        dir="ltr"
        readOnly={isReadOnly}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy || undefined}
        onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The email address that names an account. */
export function EmailField(
  props: Pick<TextFieldProps, 'id' | 'label' | 'hint' | 'error' | 'isReadOnly' | 'defaultValue'>,
) {
  return <TextField {...props} type="email" name="email" autoComplete="username" inputMode="email" />;
}

/** Six digits from an authenticator app, or a recovery code, which is longer and has letters. */
export function CodeField(props: Omit<TextFieldProps, 'name' | 'type' | 'autoComplete' | 'maxLength' | 'isMono'>) {
  return <TextField inputMode="numeric" {...props} name="code" isMono autoComplete="one-time-code" maxLength={40} />;
}
