import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { replaceWebhookSecretOperation } from '../../gql/operations/replace-webhook-secret.generated.ts';
import { formatDuration } from '../../i18n/format.ts';
import { useProof } from '../../lib/proof.ts';
import { textIn } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FieldForm } from '../../ui/field-form.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { FreshKey } from './fresh-key.tsx';
import type { Webhook } from './webhook-states.ts';

/** For how long what is sent may be signed with the old key, too, in hours. */
const overlaps = [0, 24, 72, 168] as const;

interface KeySectionProps {
  readonly webhook: Webhook;
  readonly onChanged: () => Promise<unknown>;
}

/** What messages are signed with: a key to replace, which is never shown again, and a public one. */
export function KeySection({ webhook: { id, publicKey, oldSecretUntil }, onChanged }: KeySectionProps) {
  const { t, i18n } = useTranslation(['webhooks', 'app']);
  const prove = useProof();
  const [isReplacing, setReplacing] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const replace = async (fields: FormData) => {
    const overlapHours = Number(textIn(fields, 'hours'));
    const ask = async () => (await mutate(replaceWebhookSecretOperation, { id, overlapHours })).replaceWebhookSecret;
    setFresh(accepted(await prove(ask)).secret);
    setReplacing(false);
    await onChanged();
  };
  return (
    <Section title={t('key.title')}>
      <p className="text-ui text-text-2">{t('key.about')}</p>
      {oldSecretUntil !== null && (
        <p className="text-ui">
          <DatedText text={t('key.old', DATE)} unixSeconds={oldSecretUntil} />
        </p>
      )}
      {fresh !== null && <FreshKey secret={fresh} onKept={() => setFresh(null)} />}
      {isReplacing ? (
        <FieldForm
          place="section"
          fields={{}}
          send={replace}
          submit={{ label: t('key.replace'), busy: t('app:account.busy') }}
          cancel={{ label: t('app:account.cancel'), onCancel: () => setReplacing(false) }}
        >
          {() => (
            <SelectField
              label={t('key.overlap')}
              hint={t('key.overlapHint')}
              name="hours"
              defaultValue={24}
              options={overlaps.map((hours) => ({
                value: hours,
                text: hours === 0 ? t('key.now') : formatDuration(hours * 3600, i18n.language),
              }))}
            />
          )}
        </FieldForm>
      ) : (
        <ActionButton className="self-start max-sm:w-full" onClick={() => setReplacing(true)}>
          {t('key.replace')}
        </ActionButton>
      )}
      <div className="flex flex-col items-start gap-1 border-t border-border pt-4">
        <h3 className="text-ui font-semibold">{t('key.public')}</h3>
        <p className="text-small text-text-2">{t('key.publicHint')}</p>
        <code dir="ltr" className="text-start wrap-anywhere">
          {publicKey}
        </code>
        <CopyButton text={publicKey} label={t('key.copyPublic')} />
      </div>
    </Section>
  );
}
