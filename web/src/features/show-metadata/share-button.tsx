import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';

/** Opens the device's own share sheet; nothing where the browser has none. */
export function ShareButton({ url }: { url: string }) {
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
