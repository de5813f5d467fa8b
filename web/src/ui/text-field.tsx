import { type InputHTMLAttributes, type Ref, useId } from 'react';

export interface TextFieldProps
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
    | 'pattern'
    | 'onFocus'
  > {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isMono?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly id?: string;
  readonly onChange?: (value: string) => void;
}

/** A line of text with its visible label; addresses, codes and hosts read left to right everywhere. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, isReadOnly, isMono, inputRef, id: ownId, onChange, ...input } = props;
  const generated = useId();
  const id = ownId ?? generated;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
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

/** What stands under a field: its error, and what to enter. */
export function FieldNotes({ id, hint, error }: { id: string; hint: string | undefined; error: string | undefined }) {
  return (
    <>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-small font-medium text-danger">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-text-3">
          {hint}
        </p>
      )}
    </>
  );
}
