import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { removeWebhookOperation } from '../../gql/operations/remove-webhook.generated.ts';
import { announce } from '../../lib/announcer.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { type Prove, useProof } from '../../lib/proof.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Webhook } from './webhook-states.ts';

/** What was removed in another tab is gone as wished. */
async function removeUnlessGone(id: string, prove: Prove): Promise<void> {
  try {
    accepted(await prove(async () => (await mutate(removeWebhookOperation, { id })).removeWebhook));
  } catch (error) {
    if (codeOf(error) !== 'unknown_webhook') throw error;
  }
}

interface RemoveSectionProps {
  readonly webhook: Webhook;
  readonly onRemoved: () => void;
}

/** Asks once more, then removes it. */
export function RemoveSection({ webhook: { id, url }, onRemoved }: RemoveSectionProps) {
  const { t } = useTranslation(['webhooks', 'app']);
  const prove = useProof();
  const [isAsking, setAsking] = useState(false);
  const onClose = () => setAsking(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    await removeUnlessGone(id, prove);
    announce(t('removed'));
    onRemoved();
  });
  return (
    <Section title={t('remove')} tone="danger">
      <p className="text-ui">{t('removeText')}</p>
      <ActionButton
        look="text-danger"
        className="self-start max-sm:w-full"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {t('remove')}
      </ActionButton>
      {isAsking && (
        <Modal title={t('removeTitle')} onClose={onClose}>
          <form className="mt-2 flex flex-col gap-4" onSubmit={onSubmit}>
            <p>
              <bdi dir="ltr" className="wrap-anywhere">
                {url}
              </bdi>
            </p>
            <p className="text-text-2">{t('removeText')}</p>
            <ProblemNotice error={error} />
            <div className="flex flex-wrap gap-3">
              <ActionButton onClick={onClose}>{t('app:account.cancel')}</ActionButton>
              <ActionButton look="danger" type="submit" isOff={isBusy}>
                {isBusy ? t('app:account.busy') : t('remove')}
              </ActionButton>
            </div>
          </form>
        </Modal>
      )}
    </Section>
  );
}
