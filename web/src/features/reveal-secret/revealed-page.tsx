import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Capital } from '../../ui/capital.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Seal } from '../../ui/seal.tsx';
import type { KeepGuard } from './keep-guard.ts';
import type { RevealedSecret } from './shown-secret.ts';

const leastLines = 4;

/** The message, once. It exists in this component's props and in the textarea, nowhere else. */
export function RevealedPage({ secret, guard }: { secret: RevealedSecret; guard: KeepGuard }) {
  const { t, i18n } = useTranslation();
  const [isHidden, setHidden] = useState(false);
  useEscape(() => setHidden((hidden) => !hidden));
  const heading = t('secret.shownHeading');
  const { originalSize } = secret;
  return (
    <div className="settle mx-auto flex max-w-narrow flex-col gap-4">
      <div className="flex items-center gap-3">
        <Seal state="opened" isFresh />
        <PageHeading documentTitle={`${heading} · Onceover`}>
          <Capital>{heading}</Capital>
        </PageHeading>
      </div>
      {secret.isOwner && <Notice kind="info">{t('secret.ownerShown')}</Notice>}
      {originalSize !== null && (
        <Notice kind="warning">
          {t('secret.truncated', { count: originalSize, size: formatNumber(originalSize, i18n.language) })}
        </Notice>
      )}
      <div>
        <label htmlFor="secret-value" className="field-label">
          {t('secret.message')}
        </label>
        <textarea
          id="secret-value"
          className="secret-value"
          readOnly
          dir="auto"
          spellCheck={false}
          autoComplete="off"
          rows={Math.max(leastLines, secret.displayLines)}
          value={isHidden ? '••••••••' : secret.value}
          data-hidden={isHidden || undefined}
          onCopy={({ currentTarget: field }) => {
            if (!isHidden && field.selectionStart === 0 && field.selectionEnd === field.value.length) guard.keep();
          }}
        />
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <CopyButton text={secret.value} look="primary" label={t('copy.copy')} onCopied={guard.keep} />
        <ActionButton onClick={() => setHidden(!isHidden)}>
          {isHidden ? t('secret.show') : t('secret.hide')}
        </ActionButton>
      </div>
      <AfterReading guard={guard} />
      {!isHidden && <OnPaper text={secret.value} />}
    </div>
  );
}

/** Printing the page prints the message alone, all of it, which a field does not show. */
function OnPaper({ text }: { text: string }) {
  return createPortal(
    <pre className="print-alone" dir="auto" aria-hidden="true">
      {text}
    </pre>,
    document.body,
  );
}

/** Ends the guard by hand for whoever wrote the message down, and leads to an answer. */
function AfterReading({ guard }: { guard: KeepGuard }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="flex flex-col items-start gap-3">
        <p className="text-text-2">{t('secret.deletedNow')}</p>
        {!guard.isKept && <ActionButton onClick={guard.keep}>{t('secret.saved')}</ActionButton>}
        <p role="status" className="text-text-2 empty:hidden">
          {guard.isKept ? t('secret.mayClose') : ''}
        </p>
      </div>
      <p className="text-small text-text-3 pointer-coarse:hidden">{t('secret.toggleHint')}</p>
      <p className="border-t border-border pt-4">
        <TextLink href={paths.home} target="_blank" rel="noopener">
          {t('secret.reply')}
        </TextLink>{' '}
        <span className="text-small text-text-3">{t('secret.newTab')}</span>
      </p>
    </>
  );
}
