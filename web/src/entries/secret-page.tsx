import { ErrorBoundary } from '../app/error-boundary.tsx';
import { Frame } from '../app/frame/frame.tsx';
import { MinimalFooter } from '../app/frame/minimal-footer.tsx';
import { GonePage } from '../app/gone-page.tsx';
import { mount, prepare } from '../app/mount.tsx';
import { askGate } from '../features/reveal-secret/gate.ts';
import { startObserving } from '../features/reveal-secret/observe.ts';
import { revealReducer } from '../features/reveal-secret/reveal-state.ts';
import { SecretView } from '../features/reveal-secret/secret-view.tsx';
import { siteAddress } from '../site/site-address.ts';
import { LinkComponent, type LinkProps } from '../ui/link.tsx';

startObserving();
const [answer] = await Promise.all([askGate(), prepare(['core'])]);
/** There is no router here: every link is a page load. */
function SecretPageLink({ href, ...rest }: LinkProps) {
  return <a href={siteAddress(href)} {...rest} />;
}

mount(
  <LinkComponent value={SecretPageLink}>
    <Frame footer={<MinimalFooter />}>
      <ErrorBoundary>
        <SecretView first={revealReducer({ kind: 'loading' }, answer)} gone={<GonePage />} />
      </ErrorBoundary>
    </Frame>
  </LinkComponent>,
);
