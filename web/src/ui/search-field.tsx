import { type InputHTMLAttributes, useId } from 'react';
import { FieldNotes } from './field-notes.tsx';

interface SearchFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'autoCapitalize'> {
  readonly label: string;
  readonly hint?: string;
  /** What is typed. */
  readonly value: string;
  readonly onType: (text: string) => void;
}

/** What somebody looks for, in any script. */
export function SearchField({ label, hint, onType, ...input }: SearchFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className="field"
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <FieldNotes id={id} hint={hint} error={undefined} />
    </div>
  );
}
