import type { ReactNode } from 'react';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: ReactNode;
}

/** A control between its label and the lines under it; `attributesOf` ties it to them. */
export function Field({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  return (
    <div>
      <FieldLabel {...field} />
      {children}
      <FieldNotes {...field} />
    </div>
  );
}

export function FieldLabel({ id, label }: Pick<FieldProps, 'id' | 'label'>) {
  return (
    <label className="field-label" htmlFor={id}>
      {label}
    </label>
  );
}

/** The error of a field, and a hint about what to enter. */
export function FieldNotes({ id, hint, error }: Omit<FieldProps, 'label'>) {
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

export function attributesOf({ id, hint, error }: Omit<FieldProps, 'label'>) {
  const isInvalid = error !== undefined;
  const describedBy = [isInvalid && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ');
  return { id, 'aria-invalid': isInvalid || undefined, 'aria-describedby': describedBy || undefined };
}
