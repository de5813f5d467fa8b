import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusalText } from '../i18n/describe-problem.ts';
import { ApiError } from '../lib/calls/api-error.ts';

/** A field as its form knows it: its id, its visible label, and the refusals that are about it. */
export interface FormField {
  readonly id: string;
  readonly label: string;
  readonly blamedFor?: readonly string[];
}

/** One thing that is wrong with a form; without a field it is about the form as a whole. */
export interface FormError {
  readonly code: string;
  readonly text: ReactNode;
  readonly field: FormField | undefined;
}

/** What the box of a failed form says: the failure, and the errors nobody has attended to yet. */
export interface FormTrouble {
  readonly error: unknown;
  readonly errors: readonly FormError[];
}

const nothingEdited: ReadonlySet<string> = new Set();

/**
 * The errors of a form that failed, all at once. An error about a field leaves the box and the field when something is
 * typed or chosen there; one about the form as a whole stays until the form is sent again.
 */
export function useFieldErrors(fields: readonly FormField[], error: unknown) {
  const { i18n } = useTranslation();
  const [edited, setEdited] = useState({ error, ids: nothingEdited });
  const ids = edited.error === error ? edited.ids : nothingEdited;
  const codes = error instanceof ApiError ? error.codes : [];
  const found = codes.map((code): FormError => {
    const field = fields.find(({ blamedFor = [] }) => blamedFor.includes(code));
    return { code, text: refusalText(code, i18n), field };
  });
  const errors = found.filter(({ field }) => field === undefined || !ids.has(field.id));
  const isSettled = found.length > 0 && errors.length === 0;
  const trouble: FormTrouble | null = error === null || isSettled ? null : { error, errors };
  const onInput = ({ target }: FormEvent) => {
    const field = fields.find(({ id }) => target instanceof Element && target.closest(`#${CSS.escape(id)}`) !== null);
    if (field !== undefined && found.length > 0) setEdited({ error, ids: new Set([...ids, field.id]) });
  };
  return { trouble, onInput };
}

/** What a field says of itself; undefined: nothing is wrong with it. */
export function errorAt(trouble: FormTrouble | null, { id }: FormField): ReactNode {
  return trouble?.errors.find(({ field }) => field?.id === id)?.text;
}
