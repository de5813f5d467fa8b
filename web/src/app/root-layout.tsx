import { type ReactNode, useEffect } from 'react';
import { Outlet, Link as RouterLink, useLocation, useMatches } from 'react-router';
import { isOnCustomHost, siteAddress } from '../site/site-address.ts';
import { LinkComponent, type LinkProps } from '../ui/link.tsx';
import { Footer } from './frame/footer.tsx';
import { Frame } from './frame/frame.tsx';
import { Header, QuietHeader } from './frame/header.tsx';
import { MinimalFooter } from './frame/minimal-footer.tsx';

export interface RouteHandle {
  /**
   * `default` has header and footer; `quiet` has the logo and a short footer; `minimal` hides masthead, navigation and
   * links, and keeps version and powered-by. On a customer's host every page is minimal.
   */
  readonly layout: 'default' | 'quiet' | 'minimal';
  /** The page is the feedback form itself, so header and footer do not offer it again. */
  readonly isFeedback?: boolean;
}

export function RootLayout({ children }: { children?: ReactNode }) {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as RouteHandle | undefined;
  useScrollToSection();
  const { layout, isFeedback = false } = isOnCustomHost() ? minimal : (handle ?? { layout: 'default' });
  const headers = { default: <Header hasFeedback={!isFeedback} />, quiet: <QuietHeader />, minimal: undefined };
  const footer = layout === 'default' ? <Footer hasFeedback={!isFeedback} /> : <MinimalFooter />;
  return (
    <LinkComponent value={AppLink}>
      <Frame header={headers[layout]} footer={footer}>
        {children ?? <Outlet />}
      </Frame>
    </LinkComponent>
  );
}

const minimal: RouteHandle = { layout: 'minimal' };

/** A new page starts at the top, or at the section named in its address; what filters a page moves nothing. */
function useScrollToSection(): void {
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what this reacts to
  useEffect(() => {
    if (hash.includes('=')) return;
    const section = hash === '' ? null : document.getElementById(hash.slice(1));
    if (section === null) window.scrollTo(0, 0);
    else section.scrollIntoView();
  }, [pathname, hash]);
}

/** The router opens the app's own pages without a page load; everything else is a plain link. */
function AppLink({ href: path, ...rest }: LinkProps) {
  const href = siteAddress(path);
  const isOwnPage = href.startsWith('/') && !href.startsWith('/api/') && !href.startsWith('/secret/');
  return isOwnPage ? <RouterLink to={href} {...rest} /> : <a href={href} {...rest} />;
}
