import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { attributesOf, Field } from './field.tsx';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
  readonly isReadOnly?: boolean;
  readonly isMono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly id?: string;
  readonly onChange?: (value: string) => void;
}

/** A single-line field with a visible label. Addresses, codes and hosts run left to right in every language; other texts say how. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isReadOnly, isMono, inputRef, id: ownId, onChange, ...input } = props;
  const generated = useId();
  const field = { id: ownId ?? generated, label, hint, error };
  return (
    <Field {...field}>
      <input
        dir="ltr"
        {...input}
        {...attributesOf(field)}
        ref={inputRef}
        className={`field text-start ${isMono ? 'field-mono' : ''}`}
        readOnly={isReadOnly}
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        onChange={onChange && ((event) => onChange(event.currentTarget.value))}
      />
    </Field>
  );
}

export function EmailField(
  props: Pick<TextFieldProps, 'id' | 'label' | 'hint' | 'error' | 'isReadOnly' | 'defaultValue'>,
) {
  return <TextField {...props} type="email" name="email" autoComplete="username" inputMode="email" />;
}

/** Six digits from an authenticator app, or a recovery code, which is longer and has letters. */
export function CodeField(props: Omit<TextFieldProps, 'name' | 'type' | 'autoComplete' | 'maxLength' | 'isMono'>) {
  return <TextField inputMode="numeric" {...props} name="code" isMono autoComplete="one-time-code" maxLength={40} />;
}
