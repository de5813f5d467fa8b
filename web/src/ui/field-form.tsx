import type { ReactNode } from 'react';
import { formToken } from '../lib/calls/form-token.ts';
import { codeOf } from '../lib/calls/refuse.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { ActionButton } from './action-button.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { errorAt, type FormField, useFieldErrors } from './use-field-errors.ts';

export interface FieldState {
  readonly id: string;
  readonly label: string;
  readonly error: ReactNode;
  readonly isReadOnly: boolean;
}

interface FieldFormProps<Name extends string> {
  readonly fields: Readonly<Record<Name, FormField>>;
  readonly send: (typed: FormData) => Promise<void>;
  readonly submit: { readonly label: string; readonly busy: string; readonly look?: 'primary' | 'danger' };
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  /** `page`: the page's only form, with a wide button. `card`: its buttons as wide as their words. `section`: narrow, too. */
  readonly place?: 'page' | 'card' | 'section';
  /** The fields, in order; `code` is that of the last refusal. */
  readonly children: (field: (name: Name) => FieldState, code: string | null) => ReactNode;
}

/**
 * A form that says all that is wrong at once: in a red box that takes the focus and leads to the fields to blame, and at
 * each field, until something is typed there. It is sent once however often it is pressed, and what was typed stays.
 */
export function FieldForm<Name extends string>(props: FieldFormProps<Name>) {
  const { fields, send, submit, cancel, place = 'page', children } = props;
  const { isBusy, error, onSubmit } = useSubmit(send);
  const { trouble, onInput } = useFieldErrors(Object.values<FormField>(fields), error);
  const field = (name: Name): FieldState => {
    const { id, label } = fields[name];
    return { id, label, error: errorAt(trouble, fields[name]), isReadOnly: isBusy };
  };
  const isPage = place === 'page';
  const submitButton = (
    <ActionButton
      look={submit.look ?? 'primary'}
      type="submit"
      className={isPage ? '' : 'max-sm:w-full'}
      isOff={isBusy}
    >
      {isBusy ? submit.busy : submit.label}
    </ActionButton>
  );
  return (
    <form
      className={`flex flex-col gap-4 ${place === 'section' ? 'max-w-narrow' : ''}`}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice {...trouble} />
      {children(field, codeOf(error))}
      {isPage ? (
        submitButton
      ) : (
        <div className="flex flex-wrap gap-3">
          {submitButton}
          {cancel !== undefined && (
            <ActionButton className="max-sm:w-full" onClick={cancel.onCancel}>
              {cancel.label}
            </ActionButton>
          )}
        </div>
      )}
    </form>
  );
}
