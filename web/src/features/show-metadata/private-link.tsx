import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';

/** The address of this page: the sender's way back, and their power over the message. */
export function PrivateLink({ url }: { url: string }) {
  const { t, i18n } = useTranslation('public');
  const id = useId();
  return (
    <section className="rounded-md bg-surface-2 p-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-ui">
        {t('metadata.keep')}
      </h2>
      <p className="mb-3 text-small text-text-2">{t('metadata.keepText')}</p>
      <div className="flex flex-wrap items-start gap-3">
        <input
          className="field field-mono min-w-0 flex-[1_1_220px] text-start"
          aria-label={t('metadata.privateLink')}
          dir="ltr"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          text={url}
          label={t('metadata.copyPrivate')}
          copiedLabel={i18n.t('copy.copied')}
          failedLabel={i18n.t('copy.failed')}
        />
      </div>
    </section>
  );
}
