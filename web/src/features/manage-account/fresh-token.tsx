import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A token, shown once. It lives in this component and is gone with it. */
export function FreshToken({ token, onKept }: { token: string; onKept: () => void }) {
  const { t, i18n } = useTranslation('app');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border-strong bg-secret-bg p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t('account.tokens.freshTitle')}
      </h3>
      <p className="text-ui">{t('account.tokens.freshText')}</p>
      <code dir="ltr" className="block text-start" data-testid="fresh-token">
        {token}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          text={token}
          label={t('account.tokens.copy')}
          copiedLabel={i18n.t('copy.copied')}
          failedLabel={i18n.t('copy.failed')}
        />
        <button type="button" className="btn btn-primary self-start" onClick={onKept}>
          {t('account.tokens.kept')}
        </button>
      </div>
    </div>
  );
}
