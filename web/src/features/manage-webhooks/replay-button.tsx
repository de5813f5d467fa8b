import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { replayWebhookOperation } from '../../gql/operations/replay-webhook.generated.ts';
import { textIn } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCounted } from './webhook-words.tsx';

interface ReplayButtonProps {
  readonly webhookId: string;
  readonly onDone: () => Promise<void>;
}

/** Sends many past events once more: those that have not arrived, or all, of a range or as far as they are kept. */
export function ReplayButton({ webhookId, onDone }: ReplayButtonProps) {
  const { t } = useTranslation('webhooks');
  const counted = useCounted();
  const [isAsking, setAsking] = useState(false);
  const [count, setCount] = useState<number | null>(null);
  const send = async (fields: FormData) => {
    const place = (name: string) => textIn(fields, name).trim() || null;
    const range = { after: place('after'), upTo: place('upTo') };
    const failedOnly = textIn(fields, 'what') === 'failed';
    const { replayWebhook } = await mutate(replayWebhookOperation, { id: webhookId, ...range, failedOnly });
    setCount(accepted(replayWebhook).count);
    setAsking(false);
    await onDone();
  };
  return (
    <>
      <div role="status" className="empty:-mb-4">
        {count !== null && <Notice kind="success">{t('replay.done', counted(count))}</Notice>}
      </div>
      <ActionButton className="self-start max-sm:w-full" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('replay.open')}
      </ActionButton>
      {isAsking && <ReplayDialog send={send} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ReplayDialogProps {
  readonly send: (fields: FormData) => Promise<void>;
  readonly onClose: () => void;
}

function ReplayDialog({ send, onClose }: ReplayDialogProps) {
  const { t } = useTranslation(['webhooks', 'app']);
  return (
    <Modal title={t('replay.title')} onClose={onClose}>
      <div className="mt-2 flex flex-col gap-4">
        <p className="text-text-2">{t('replay.about')}</p>
        <FieldForm
          place="card"
          fields={{
            after: {
              id: 'replay-after',
              label: t('replay.after'),
              blamedFor: ['unknown_position', 'forgotten_position'],
            },
            upTo: { id: 'replay-up-to', label: t('replay.upTo') },
          }}
          send={send}
          submit={{ label: t('replay.submit'), busy: t('app:account.busy') }}
          cancel={{ label: t('app:account.cancel'), onCancel: onClose }}
        >
          {(field) => (
            <>
              <fieldset>
                <legend className="field-label">{t('replay.what')}</legend>
                {(['failed', 'all'] as const).map((what) => (
                  <label key={what} className="flex min-h-11 items-center gap-3 text-ui">
                    <input
                      type="radio"
                      name="what"
                      value={what}
                      defaultChecked={what === 'failed'}
                      className="size-5 shrink-0 accent-accent"
                    />
                    {t(`replay.${what}`)}
                  </label>
                ))}
              </fieldset>
              <TextField
                {...field('after')}
                name="after"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                hint={t('replay.afterHint')}
              />
              <TextField
                {...field('upTo')}
                name="upTo"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                hint={t('replay.upToHint')}
              />
            </>
          )}
        </FieldForm>
      </div>
    </Modal>
  );
}
