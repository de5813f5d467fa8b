import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';
import { QrImage } from '../../ui/qr-image.tsx';

/** Shows the share link as a QR code, drawn in the browser. The code that draws it is loaded on the first click. */
export function QrButton({ url }: { url: string }) {
  const { t } = useTranslation('public');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <QrCode className="size-5" strokeWidth={1.75} aria-hidden="true" />
        {t('metadata.qr')}
      </button>
      {isOpen && (
        <Modal title={t('metadata.qr')} onClose={() => setOpen(false)}>
          <QrImage content={url} label={t('metadata.qrAlt')} />
          <p className="text-small text-text-2" dir="ltr">
            {url}
          </p>
          <p className="mt-3 text-small text-text-2">{t('metadata.qrText')}</p>
          <button type="button" className="btn btn-quiet mt-4 w-full" onClick={() => setOpen(false)}>
            {t('metadata.qrClose')}
          </button>
        </Modal>
      )}
    </>
  );
}
