import type { ReactNode } from 'react';

/** The lines under a field: its error, and a hint about what to enter. */
export function FieldNotes({ id, hint, error }: { id: string; hint: string | undefined; error: ReactNode }) {
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
