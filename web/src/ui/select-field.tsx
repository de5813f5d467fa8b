import { type SelectHTMLAttributes, useId } from 'react';
import { attributesOf, Field } from './field.tsx';

interface SelectFieldProps
  extends Pick<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'value' | 'defaultValue' | 'dir' | 'disabled'> {
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly (Pick<SelectHTMLAttributes<HTMLOptionElement>, 'lang' | 'dir'> & {
    readonly value: string | number;
    readonly text: string;
  })[];
  /** What is chosen stays, and can still be reached and read. */
  readonly isReadOnly?: boolean;
  readonly look?: string;
  readonly onChoose?: (value: string) => void;
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, options, isReadOnly = false, look = '', onChoose, ...select } = props;
  const field = { id: useId(), label, hint };
  return (
    <Field {...field}>
      <select
        {...select}
        {...attributesOf(field)}
        className={`field ${look}`}
        aria-disabled={isReadOnly || undefined}
        onChange={onChoose && ((event) => !isReadOnly && onChoose(event.currentTarget.value))}
      >
        {options.map(({ value, text, ...option }) => (
          <option key={value} value={value} {...option}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
