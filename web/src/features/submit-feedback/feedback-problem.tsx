import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

/** Why feedback was not sent: the check stands in the way, or the call was refused. */
export type FeedbackTrouble =
  | { readonly kind: 'verifying' | 'unverified' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** Each new trouble is a new box, which takes the focus again. */
export function FeedbackProblem({ trouble, fieldId }: { readonly trouble: FeedbackTrouble; readonly fieldId: string }) {
  const { t, i18n } = useTranslation(['core', 'public']);
  if (trouble.kind === 'refused') {
    return (
      <ProblemNotice
        problem={describeProblem(trouble.error, i18n)}
        field={{ id: fieldId, label: t('public:feedback.label') }}
      />
    );
  }
  const isWaiting = trouble.kind === 'verifying';
  return (
    <Notice kind={isWaiting ? 'info' : 'error'} {...(isWaiting ? {} : { title: t('alert.error') })} takesFocus>
      <p>{t(isWaiting ? 'public:captcha.wait' : 'public:captcha.first')}</p>
    </Notice>
  );
}
