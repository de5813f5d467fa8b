import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { currentPageNotice, onPageNotice, showPageNotice } from '../../i18n/language-notice.ts';
import { assertiveRegionId, politeRegionId } from '../../lib/announcer.ts';
import { Notice } from '../../ui/notice.tsx';

interface FrameProps {
  readonly header?: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** What surrounds every page: skip link, landmarks, live regions. */
export function Frame({ header, footer, children }: FrameProps) {
  const { t } = useTranslation();
  // Before the first paint: the static shell's margins would otherwise be seen, and then jump.
  useLayoutEffect(() => {
    document.getElementById('root')?.setAttribute('data-mounted', '');
  }, []);
  return (
    <>
      <a className="skip-link btn btn-primary" href="#main">
        {t('shell.skip')}
      </a>
      {header}
      <main
        id="main"
        tabIndex={-1}
        className={`w-full flex-1 px-4 pb-16 ${header === undefined ? 'pt-10 md:pt-24' : 'pt-8 md:pt-12'}`}
      >
        <PageNotice />
        {children}
      </main>
      {footer}
      {/* They stay mounted so that screen readers know them before they speak. */}
      <div id={politeRegionId} className="sr-only" role="status" aria-live="polite" />
      <div id={assertiveRegionId} className="sr-only" aria-live="assertive" />
    </>
  );
}

function PageNotice() {
  const { t } = useTranslation();
  const notice = useSyncExternalStore(onPageNotice, currentPageNotice);
  if (notice === null) return null;
  const dismiss = { label: t('alert.dismiss'), onDismiss: () => showPageNotice(null) };
  return (
    <div className="mx-auto mb-6 max-w-home">
      <Notice kind={notice === 'language-failed' ? 'warning' : notice.kind} dismiss={dismiss}>
        {notice === 'language-failed' ? t('language.failed') : notice.text}
      </Notice>
    </div>
  );
}
