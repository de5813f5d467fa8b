import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Shown once, right after they were made: to copy, print or write down. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t, i18n } = useTranslation('app');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border-strong bg-secret-bg p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('account.twoStep.codesTitle')}
      </h3>
      <p className="text-ui">{t('account.twoStep.codesText')}</p>
      <ul className="grid gap-x-6 gap-y-1 font-mono text-mono md:grid-cols-2" dir="ltr" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          text={codes.join('\n')}
          label={t('account.twoStep.copyCodes')}
          copiedLabel={i18n.t('copy.copied')}
          failedLabel={i18n.t('copy.failed')}
        />
        <button type="button" className="btn btn-primary self-start" onClick={onKept}>
          {t('account.twoStep.kept')}
        </button>
      </div>
    </div>
  );
}
