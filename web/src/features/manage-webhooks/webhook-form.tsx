import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wrong } from '../../contracts/wrong.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { FieldNotes } from '../../ui/field.tsx';
import { FieldForm, type FieldState } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isWebhookAddress } from './webhook-address.ts';
import { eventTypes, type Webhook } from './webhook-states.ts';
import { useTypeWords } from './webhook-words.tsx';

export interface WebhookSettings {
  readonly url: string;
  readonly description: string;
  /** Null: all. */
  readonly types: readonly string[] | null;
}

interface WebhookFormProps {
  /** What is there already; absent: nothing yet. */
  readonly before?: Pick<Webhook, 'url' | 'description' | 'types'>;
  readonly submit: string;
  readonly save: (settings: WebhookSettings) => Promise<void>;
  readonly onCancel: () => void;
}

/** Where events are sent, and which. */
export function WebhookForm({ before, submit, save, onCancel }: WebhookFormProps) {
  const { t } = useTranslation(['webhooks', 'app']);
  const send = async (fields: FormData) => {
    const url = textIn(fields, 'url').trim();
    const chosen = eventTypes.filter((type) => fields.getAll('type').includes(type));
    const types = textIn(fields, 'scope') === 'all' ? null : chosen;
    refuseAll(wrong({ invalid_webhook_address: !isWebhookAddress(url), missing_event_type: types?.length === 0 }));
    await save({ url, description: textIn(fields, 'description').trim(), types });
  };
  return (
    <FieldForm
      place="section"
      fields={{
        url: { id: 'webhook-url', label: t('address'), blamedFor: ['invalid_webhook_address'] },
        description: { id: 'webhook-description', label: t('description') },
        types: { id: 'webhook-types', label: t('events'), blamedFor: ['missing_event_type', 'unknown_event_type'] },
      }}
      send={send}
      submit={{ label: submit, busy: t('app:account.busy') }}
      cancel={{ label: t('app:account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          <TextField
            {...field('url')}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            defaultValue={before?.url}
            hint={t('addressHint')}
          />
          <TextField
            {...field('description')}
            name="description"
            dir="auto"
            autoComplete="off"
            maxLength={100}
            defaultValue={before?.description}
            hint={t('descriptionHint')}
          />
          <TypeChoice state={field('types')} before={before?.types ?? null} />
        </>
      )}
    </FieldForm>
  );
}

interface TypeChoiceProps {
  readonly state: FieldState;
  readonly before: readonly string[] | null;
}

function TypeChoice({ state: { id, label, error }, before }: TypeChoiceProps) {
  const { t } = useTranslation('webhooks');
  const wordsOf = useTypeWords();
  const [scope, setScope] = useState<'all' | 'chosen'>(before === null ? 'all' : 'chosen');
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      {(['all', 'chosen'] as const).map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-3 text-ui">
          <input
            type="radio"
            name="scope"
            value={each}
            checked={scope === each}
            onChange={() => setScope(each)}
            className="size-5 shrink-0 accent-accent"
          />
          {t(each === 'all' ? 'allEvents' : 'chosen')}
        </label>
      ))}
      {scope === 'chosen' && (
        <div className="ms-8">
          {eventTypes.map((type) => (
            <label key={type} className="flex min-h-11 items-center gap-3 text-ui">
              <input
                type="checkbox"
                name="type"
                value={type}
                defaultChecked={before?.includes(type)}
                className="size-5 shrink-0 accent-accent"
              />
              {wordsOf(type)}
            </label>
          ))}
        </div>
      )}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
