import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../i18n/describe-problem.ts';
import { formToken } from '../lib/calls/form-token.ts';
import { codeOf } from '../lib/calls/refuse.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { ActionButton } from './action-button.tsx';
import { ProblemNotice } from './problem-notice.tsx';

/** A field as its form knows it: its id, its visible label, and the refusals that are about it. */
interface FormField {
  readonly id: string;
  readonly label: string;
  readonly blamedFor?: readonly string[];
}

/** What the form passes to each field. */
export interface FieldState {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
}

interface FieldFormProps<Name extends string> {
  readonly fields: Readonly<Record<Name, FormField>>;
  readonly send: (typed: FormData) => Promise<void>;
  readonly submit: { readonly label: string; readonly busy: string; readonly look?: 'primary' | 'danger' };
  /** A second button beside the first. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  /** `page`: the page's only form, with a wide button. `card`: its buttons as wide as their words. `section`: narrow, too. */
  readonly place?: 'page' | 'card' | 'section';
  /** The fields, in order; `code` is that of the last refusal. */
  readonly children: (field: (name: Name) => FieldState, code: string | null) => ReactNode;
}

/**
 * A form that says what went wrong: in a red box that takes the focus and leads to the field to blame, and at the field
 * itself, until something is typed there. It is sent once however often it is pressed, and what was typed stays.
 */
export function FieldForm<Name extends string>(props: FieldFormProps<Name>) {
  const { fields, send, submit, cancel, place = 'page', children } = props;
  const { i18n } = useTranslation();
  const { isBusy, error, setError, onSubmit } = useSubmit(send);
  const problem = describeProblem(error, i18n);
  const code = codeOf(error);
  const isBlamed = ({ blamedFor = [] }: FormField) => code !== null && blamedFor.includes(code);
  const field = (name: Name): FieldState => {
    const { id, label } = fields[name];
    return { id, label, error: isBlamed(fields[name]) ? problem?.text : undefined, isReadOnly: isBusy };
  };
  const blamed = Object.values<FormField>(fields).find(isBlamed);
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
      onInput={blamed && (() => setError(null))}
    >
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice problem={problem} field={blamed} />
      {children(field, code)}
      {isPage ? (
        submitButton
      ) : (
        <div className="flex flex-wrap gap-3">
          {submitButton}
          {cancel !== undefined && (
            <ActionButton look="quiet" className="max-sm:w-full" onClick={cancel.onCancel}>
              {cancel.label}
            </ActionButton>
          )}
        </div>
      )}
    </form>
  );
}
