import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

/** How long "Copied" stays. Source: specification 9 */
const confirmationMilliseconds = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly copiedLabel: string;
  readonly failedLabel: string;
  /** `icon` shows no words; they are its name. */
  readonly look?: 'primary' | 'quiet' | 'icon';
  readonly className?: string;
}

/** Copies its text byte for byte and says so for two seconds, in a status region that is always there. */
export function CopyButton({ text, label, copiedLabel, failedLabel, look = 'quiet', className = '' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('idle'), confirmationMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text)) ? 'copied' : 'failed');
  const isCopied = outcome === 'copied';
  const isIcon = look === 'icon';
  const Icon = isCopied ? Check : Copy;
  return (
    <span className={`inline-flex flex-col ${className}`}>
      <button
        type="button"
        className={isIcon ? 'icon-button' : `btn btn-${look}`}
        aria-label={isIcon ? label : undefined}
        onClick={copy}
      >
        <Icon className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        {!isIcon && (isCopied ? copiedLabel : label)}
      </button>
      <span role="status" className={outcome === 'failed' ? 'mt-1 text-small text-danger' : 'sr-only'}>
        {isCopied ? copiedLabel : ''}
        {outcome === 'failed' ? failedLabel : ''}
      </span>
    </span>
  );
}

/** Copies exactly the given text. False if the browser refuses; the person can still select the text. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
