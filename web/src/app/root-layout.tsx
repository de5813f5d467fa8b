import { useEffect } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router';
import { LinkComponent } from '../ui/link.tsx';
import { Footer } from './frame/footer.tsx';
import { Frame } from './frame/frame.tsx';
import { Header } from './frame/header.tsx';
import { MinimalFooter } from './frame/minimal-footer.tsx';
import { AppLink } from './router-link.tsx';

/** What a route tells its layout. */
export interface RouteHandle {
  /** `default` has header and footer; `minimal` hides masthead, navigation and links, and keeps version and powered-by. */
  readonly layout: 'default' | 'minimal';
}

/** The frame around every routed page; the innermost route says which. */
export function RootLayout({ children }: { children?: React.ReactNode }) {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle as RouteHandle | undefined;
  useScrollToSection();
  return (
    <LinkComponent value={AppLink}>
      {handle?.layout === 'minimal' ? (
        <Frame footer={<MinimalFooter />}>{children ?? <Outlet />}</Frame>
      ) : (
        <Frame header={<Header />} footer={<Footer />}>
          {children ?? <Outlet />}
        </Frame>
      )}
    </LinkComponent>
  );
}

/** A new page starts at its top, or at the section its address names. */
function useScrollToSection(): void {
  const { pathname, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page is what this reacts to
  useEffect(() => {
    const section = hash === '' ? null : document.getElementById(hash.slice(1));
    if (section === null) window.scrollTo(0, 0);
    else section.scrollIntoView();
  }, [pathname, hash]);
}
