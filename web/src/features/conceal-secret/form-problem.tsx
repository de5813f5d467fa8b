import { useTranslation } from 'react-i18next';
import type { ConcealProblem } from '../../contracts/conceal-secret.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { formatWait } from '../../i18n/format.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { Notice } from '../../ui/notice.tsx';

/** What stopped the form, in the red box that takes the focus. The typed text stays. */
export function FormProblem(props: { id: string; problem: ConcealProblem | null; error: unknown; recipient: string }) {
  const { t, i18n } = useTranslation();
  if (props.problem === null && props.error === null) return null;
  const text = props.problem === null ? describeError(props.error, t) : t(`refusals.${props.problem}`);
  const isRecipient = (props.problem ?? codeOf(props.error)) === 'bad_recipient';
  const wait = props.error instanceof ApiError ? props.error.retryAfterSeconds : null;
  return (
    <Notice id={props.id} kind="error" title={t('alert.error')} takesFocus>
      <p>
        {text}
        {isRecipient && (
          <>
            {' '}
            <bdi className="break-all">{props.recipient}</bdi>
          </>
        )}
      </p>
      {wait !== null && <p>{t('errors.wait', { time: formatWait(wait, i18n.language) })}</p>}
    </Notice>
  );
}
