import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from '../lib/announcer.ts';

interface PageHeadingProps {
  readonly documentTitle: string;
  readonly children: ReactNode;
  readonly look?: 'display' | 'h1';
}

/**
 * The page's one h1. It sets the title; when it replaces another page's heading it takes the focus and is announced.
 * The first page of a load leaves the focus alone, so that the skip link stays first.
 */
export function PageHeading({ documentTitle, children, look = 'h1' }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  useEffect(() => {
    const page = document.documentElement;
    const isFirst = page.dataset.appReady === undefined;
    page.dataset.appReady = '';
    if (isFirst) return;
    heading.current?.focus();
    announce(heading.current?.textContent ?? '');
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={look === 'display' ? 'text-display font-bold' : undefined}>
      {children}
    </h1>
  );
}
