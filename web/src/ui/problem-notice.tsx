import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../i18n/describe-problem.ts';
import { Notice } from './notice.tsx';
import type { FormError } from './use-field-errors.ts';

interface ProblemNoticeProps {
  /** Why it failed; null or undefined: it did not. */
  readonly error?: unknown;
  /** Everything that is wrong with the form, if it is known; the error has words for the first. */
  readonly errors?: readonly FormError[];
}

/** The red box of a form that failed: it takes the focus, says all that is wrong, and leads to each field. */
export function ProblemNotice({ error, errors = [] }: ProblemNoticeProps) {
  const { t, i18n } = useTranslation();
  const problem = describeProblem(error, i18n);
  if (problem === null) return null;
  const atFields = errors.filter(({ field }) => field !== undefined);
  return (
    <Notice key={problem.id} kind="error" title={t('alert.error')} takesFocus>
      {atFields.length === 0 ? (
        <p>{problem.text}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {atFields.map(({ code, text, field }) => (
            <li key={code}>{field !== undefined && <FieldLink id={field.id}>{text}</FieldLink>}</li>
          ))}
        </ul>
      )}
      {problem.wait !== null && <p>{problem.wait}</p>}
    </Notice>
  );
}

function FieldLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <a
      className="link"
      href={`#${id}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(id)?.focus();
      }}
    >
      {children}
    </a>
  );
}
