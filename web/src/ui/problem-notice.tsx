import type { Problem } from '../i18n/describe-problem.ts';
import { Notice } from './notice.tsx';

interface ProblemNoticeProps {
  readonly problem: Problem | null;
  /** The field that caused it, if there is one. */
  readonly field?: { readonly id: string; readonly label: string } | undefined;
}

/** The red box of a form that failed: it takes the focus, says why, and links to the field. */
export function ProblemNotice({ problem, field }: ProblemNoticeProps) {
  if (problem === null) return null;
  return (
    <Notice key={problem.id} kind="error" title={problem.title} takesFocus>
      <p>{problem.text}</p>
      {problem.wait !== null && <p>{problem.wait}</p>}
      {field !== undefined && (
        <p>
          <a
            className="link"
            href={`#${field.id}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(field.id)?.focus();
            }}
          >
            {field.label}
          </a>
        </p>
      )}
    </Notice>
  );
}
