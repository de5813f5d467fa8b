import { QrCode } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/modal.tsx';

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
          <QrImage url={url} label={t('metadata.qrAlt')} />
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

/** Always black on white with a quiet zone, whatever the theme: scanners need it. */
function QrImage({ url, label }: { url: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isWanted = true;
    void import('lean-qr').then(({ generate }) => {
      if (!isWanted || canvas.current === null) return;
      generate(url).toCanvas(canvas.current, { on: [0, 0, 0, 255], off: [255, 255, 255, 255] });
    });
    return () => {
      isWanted = false;
    };
  }, [url]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="mx-auto my-4 block aspect-square w-60 rounded-sm bg-[#fff] [image-rendering:pixelated]"
    />
  );
}
