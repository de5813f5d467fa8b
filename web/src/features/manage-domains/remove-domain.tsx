import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeDomainOperation } from '../../gql/domains.operations.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { announce } from '../../lib/announcer.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface RemoveDomainProps {
  readonly host: string;
  readonly name: string;
  readonly onRemoved: () => Promise<unknown>;
}

/** Removes a domain after a question: its links stop working at once. */
export function RemoveDomain(props: RemoveDomainProps) {
  const { t } = useTranslation('app');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActionButton
        look="text-danger"
        aria-haspopup="dialog"
        aria-label={t('domains.removeLabel', { domain: props.name })}
        onClick={() => setAsking(true)}
      >
        {t('domains.remove')}
      </ActionButton>
      {isAsking && <Question {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function Question({ host, name, onRemoved, onClose }: RemoveDomainProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation('app');
  const send = useCallback(async () => {
    const { removeDomain } = await mutate(removeDomainOperation, { input: { domain: host } });
    accepted(removeDomain);
    onClose();
    announce(t('domains.removed', { domain: name }));
    await onRemoved();
  }, [host, name, onRemoved, onClose, t]);
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <Modal title={t('domains.removeTitle', { domain: name })} onClose={onClose}>
      <form className="mt-2 flex flex-col gap-4" onSubmit={onSubmit}>
        <p className="text-text-2">{t('domains.removeText')}</p>
        <ProblemNotice problem={describeProblem(error, i18n)} />
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('account.cancel')}
          </button>
          <ActionButton look="danger" type="submit" isOff={isBusy}>
            {isBusy ? t('account.busy') : t('domains.remove')}
          </ActionButton>
        </div>
      </form>
    </Modal>
  );
}
