import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { changeWebhookOperation } from '../../gql/operations/change-webhook.generated.ts';
import { pauseWebhookOperation } from '../../gql/operations/pause-webhook.generated.ts';
import { resumeWebhookOperation } from '../../gql/operations/resume-webhook.generated.ts';
import { testWebhookOperation } from '../../gql/operations/test-webhook.generated.ts';
import { formatNumber } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { useProof } from '../../lib/proof.ts';
import { useAction } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { DATE, DatedText, Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Facts, FactsSection, fact, Section } from '../../ui/section.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { KeySection } from './key-section.tsx';
import { RemoveSection } from './remove-section.tsx';
import { WebhookForm, type WebhookSettings } from './webhook-form.tsx';
import { isSending, stateOf, type Webhook } from './webhook-states.ts';
import { useCounted, useTypeWords, WebhookState } from './webhook-words.tsx';

interface PartProps {
  readonly webhook: Webhook;
  /** Asks how it is now; null: it is no longer there. */
  readonly onChanged: () => Promise<Webhook | null>;
}

/** One webhook: how it does, what can be changed, its key, and what was sent. */
export function WebhookPanel({ webhook, onChanged, onRemoved }: PartProps & { readonly onRemoved: () => void }) {
  const [tests, setTests] = useState(0);
  return (
    <>
      <StatusSection
        webhook={webhook}
        onChanged={onChanged}
        onTested={() => setTests((count) => count + 1)}
        hasTested={tests > 0}
      />
      <SettingsSection webhook={webhook} onChanged={onChanged} />
      <KeySection webhook={webhook} onChanged={onChanged} />
      <DeliveryLog webhook={webhook} tests={tests} onChanged={onChanged} />
      <RemoveSection webhook={webhook} onRemoved={onRemoved} />
    </>
  );
}

interface StatusProps extends PartProps {
  readonly hasTested: boolean;
  readonly onTested: () => void;
}

function StatusSection({ webhook, onChanged, onTested, hasTested }: StatusProps) {
  const { t, i18n } = useTranslation('webhooks');
  const { isBusy, error, run } = useAction();
  const [isResuming, setResuming] = useState(false);
  const { id, waiting, lastDelivered, failingSince } = webhook;
  const sends = isSending(webhook);
  const resume = async (skipWaiting: boolean) => {
    accepted((await mutate(resumeWebhookOperation, { id, skipWaiting })).resumeWebhook);
    await onChanged();
    announce(t('states.active.word'));
  };
  const pause = async () => {
    accepted((await mutate(pauseWebhookOperation, { id })).pauseWebhook);
    await onChanged();
    announce(t('states.paused.word'));
  };
  const turn = () =>
    run(async () => {
      if (sends) return await pause();
      const now = await onChanged();
      if (now === null || now.waiting > 0) setResuming(true);
      else await resume(false);
    });
  const test = () =>
    run(async () => {
      accepted((await mutate(testWebhookOperation, { id })).testWebhook);
      onTested();
    });
  return (
    <Section title={t('status')}>
      <p className="text-ui font-medium">
        <WebhookState webhook={webhook} />
      </p>
      <p className="text-ui text-text-2">
        {failingSince !== null && (
          <>
            <DatedText text={t('failingSince', DATE)} unixSeconds={failingSince} />{' '}
          </>
        )}
        {t(`states.${stateOf(webhook)}.text`)}
      </p>
      <Facts
        facts={[
          fact(t('waiting'), formatNumber(waiting, i18n.language)),
          fact(t('lastDelivered'), lastDelivered === null ? t('never') : <Moment unixSeconds={lastDelivered} />),
        ]}
      />
      <ProblemNotice error={error} />
      <div className="flex flex-wrap gap-3">
        <ActionButton
          look={sends ? 'quiet' : 'primary'}
          className="max-sm:w-full"
          isOff={isBusy}
          aria-haspopup={!sends && waiting > 0 ? 'dialog' : undefined}
          onClick={() => void turn()}
        >
          {t(sends ? 'pause' : 'resume')}
        </ActionButton>
        <ActionButton className="max-sm:w-full" isOff={isBusy} onClick={() => void test()}>
          {t('test')}
        </ActionButton>
      </div>
      <div role="status" className="empty:-mt-4">
        {hasTested && <Notice kind="info">{t('tested')}</Notice>}
      </div>
      {isResuming && <ResumeQuestion waiting={waiting} resume={resume} onClose={() => setResuming(false)} />}
    </Section>
  );
}

interface ResumeQuestionProps {
  readonly waiting: number;
  readonly resume: (skipWaiting: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** What becomes of the events that wait. */
function ResumeQuestion({ waiting, resume, onClose }: ResumeQuestionProps) {
  const { t } = useTranslation(['webhooks', 'app']);
  const counted = useCounted();
  const { isBusy, error, run } = useAction();
  const answer = (skipWaiting: boolean) =>
    run(async () => {
      await resume(skipWaiting);
      onClose();
    });
  return (
    <Modal title={t('resume')} onClose={onClose}>
      <div className="mt-2 flex flex-col gap-4">
        <p className="text-text-2">{t('resumeText', counted(waiting))}</p>
        <ProblemNotice error={error} />
        <div className="flex flex-wrap gap-3">
          <ActionButton look="primary" isOff={isBusy} onClick={() => void answer(false)}>
            {t('sendWaiting')}
          </ActionButton>
          <ActionButton isOff={isBusy} onClick={() => void answer(true)}>
            {t('skipWaiting')}
          </ActionButton>
          <ActionButton onClick={onClose}>{t('app:account.cancel')}</ActionButton>
        </div>
      </div>
    </Modal>
  );
}

function SettingsSection({ webhook, onChanged }: PartProps) {
  const { t } = useTranslation('webhooks');
  const wordsOf = useTypeWords();
  const prove = useProof();
  const [isEditing, setEditing] = useState(false);
  const { id, url, description, types, created } = webhook;
  const save = async (settings: WebhookSettings) => {
    const chosen = settings.types === null ? { allTypes: true } : { types: [...settings.types] };
    const input = { id, url: settings.url, description: settings.description, ...chosen };
    accepted(await prove(async () => (await mutate(changeWebhookOperation, { input })).changeWebhook));
    await onChanged();
    setEditing(false);
    announce(t('saved'));
  };
  if (isEditing)
    return (
      <Section title={t('settings')}>
        <WebhookForm before={webhook} submit={t('save')} save={save} onCancel={() => setEditing(false)} />
      </Section>
    );
  return (
    <FactsSection
      title={t('settings')}
      facts={[
        fact(
          t('address'),
          <bdi dir="ltr" className="wrap-anywhere">
            {url}
          </bdi>,
        ),
        ...(description === '' ? [] : [fact(t('description'), <bdi>{description}</bdi>)]),
        fact(
          t('events'),
          types === null ? (
            t('allEvents')
          ) : (
            <ul>
              {types.map((type) => (
                <li key={type}>{wordsOf(type)}</li>
              ))}
            </ul>
          ),
        ),
        fact(t('added'), <Moment unixSeconds={created} />),
      ]}
    >
      <ActionButton className="self-start max-sm:w-full" onClick={() => setEditing(true)}>
        {t('edit')}
      </ActionButton>
    </FactsSection>
  );
}
