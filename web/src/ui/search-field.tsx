import { type InputHTMLAttributes, useId } from 'react';
import { attributesOf, Field } from './field.tsx';

interface SearchFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'autoCapitalize'> {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

export function SearchField({ label, hint, onType, ...input }: SearchFieldProps) {
  const field = { id: useId(), label, hint };
  return (
    <Field {...field}>
      <input
        {...input}
        {...attributesOf(field)}
        className="field"
        type="search"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </Field>
  );
}
