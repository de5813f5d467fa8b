import { QrCode, Share2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { QrImage } from '../../ui/qr-image.tsx';
import { Section } from '../../ui/section.tsx';
import { Lifetime } from './lifetime.tsx';

interface ShareCardProps {
  readonly shareUrl: string;
  readonly expiresAt: number;
  readonly hasPassphrase: boolean;
  /** Copies the link when the card appears: the message was just created. */
  readonly copiesAtOnce: boolean;
}

export function ShareCard({ shareUrl, expiresAt, hasPassphrase, copiesAtOnce }: ShareCardProps) {
  const { t } = useTranslation('public');
  const id = useId();
  const isCopied = useCopiedAtOnce(shareUrl, copiesAtOnce);
  return (
    <Section title={t('metadata.send')}>
      <Field id={id} label={t('metadata.shareLink')}>
        <input
          id={id}
          className="field field-mono text-start"
          dir="ltr"
          readOnly
          value={shareUrl}
          onFocus={(event) => event.currentTarget.select()}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-3">
        <CopyButton text={shareUrl} look="primary" label={t('metadata.copyLink')} />
        <CopyButton text={`${t('metadata.shareText')}\n${shareUrl}`} label={t('metadata.copyMessage')} />
        <ShareButton url={shareUrl} />
        <QrButton url={shareUrl} />
      </div>
      <p role="status" className="text-ui font-medium text-success empty:hidden">
        {isCopied ? t('metadata.copiedAtOnce') : ''}
      </p>
      <div className="text-ui text-text-2">
        <Lifetime expiresAt={expiresAt} />
        <p>{hasPassphrase ? t('metadata.passphraseRequired') : t('metadata.noPassphrase')}</p>
      </div>
    </Section>
  );
}

/** Whether the browser let the page copy the link by itself. Where it did not, nothing is said: the button is there. */
function useCopiedAtOnce(link: string, isWanted: boolean): boolean {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (isWanted) void copyText(link).then(setCopied);
  }, [link, isWanted]);
  return isCopied;
}

/** Shows the share link as a QR code, drawn in the browser. The code that draws it is loaded on the first click. */
function QrButton({ url }: { url: string }) {
  const { t } = useTranslation('public');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <QrCode className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('metadata.qr')}
      </ActionButton>
      {isOpen && (
        <Modal title={t('metadata.qr')} onClose={() => setOpen(false)}>
          <QrImage content={url} label={t('metadata.qrAlt')} />
          <p className="text-small text-text-2" dir="ltr">
            {url}
          </p>
          <p className="mt-3 text-small text-text-2">{t('metadata.qrText')}</p>
          <ActionButton className="mt-4 w-full" onClick={() => setOpen(false)}>
            {t('metadata.qrClose')}
          </ActionButton>
        </Modal>
      )}
    </>
  );
}

/** Opens the device's own share sheet; nothing where the browser has none. */
function ShareButton({ url }: { url: string }) {
  const { t } = useTranslation('public');
  const [hasFailed, setFailed] = useState(false);
  if (typeof navigator.share !== 'function') return null;
  const share = async () => {
    setFailed(false);
    try {
      await navigator.share({ text: t('metadata.shareText'), url });
    } catch (error) {
      // Whoever closes the sheet has changed their mind; that is no failure.
      setFailed(!(error instanceof DOMException && error.name === 'AbortError'));
    }
  };
  return (
    <span className="inline-flex flex-col">
      <ActionButton onClick={share}>
        <Share2 className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('metadata.share')}
      </ActionButton>
      <span role="status" className="text-small text-danger">
        {hasFailed ? t('metadata.shareFailed') : ''}
      </span>
    </span>
  );
}
