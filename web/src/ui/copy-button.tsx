import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy-text.ts';

/** How long "Copied" stays. Source: specification 9 */
const confirmationMilliseconds = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly look?: 'primary' | 'quiet' | 'plain';
  /** What is copied, for screen readers, where several of these buttons look alike. */
  readonly about?: string;
  readonly className?: string;
  readonly onCopied?: () => void;
}

const classNames = {
  primary: 'btn btn-primary',
  quiet: 'btn btn-quiet',
  plain: 'icon-button px-2 text-ui',
} as const;

/** Copies its text byte for byte and says so for two seconds, in a status region that is always there. */
export function CopyButton(props: CopyButtonProps) {
  const { text, label, look = 'quiet', about, className = '', onCopied } = props;
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('idle'), confirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const hasCopied = await copyText(text);
    setOutcome(hasCopied ? 'copied' : 'failed');
    if (hasCopied) onCopied?.();
  };
  const isCopied = outcome === 'copied';
  const Icon = isCopied ? Check : Copy;
  return (
    <span className={`inline-flex flex-col ${className}`}>
      <button type="button" className={classNames[look]} onClick={copy}>
        <Icon className={`${look === 'plain' ? 'size-4' : 'size-5'} shrink-0`} strokeWidth={1.75} aria-hidden="true" />
        <span>{isCopied ? t('copy.copied') : label}</span>
        {about !== undefined && <span className="sr-only"> {about}</span>}
      </button>
      <span role="status" className={outcome === 'failed' ? 'mt-1 text-small text-danger' : 'sr-only'}>
        {isCopied ? t('copy.copied') : ''}
        {outcome === 'failed' ? t('copy.failed') : ''}
      </span>
    </span>
  );
}
