import { pause } from '../browser/hand.ts';
import { relayTo } from '../browser/relay.ts';
import { runUndriven } from '../browser/undriven.ts';
import type { Robot } from '../robot.ts';

const limitMilliseconds = 15_000;
/** How long the page stays after its scripts have asked what it is. */
const stayMilliseconds = 2_000;

export const prerender: Robot = {
  name: 'prerender',
  imitates: 'browsers that build a page with its scripts, out of sight, before somebody follows the link',
  hasHand: false,
  /** Chromium prerenders nothing for whoever drives it, so nobody does, and the relay sees what it asks for. */
  async visit({ url }) {
    const { pathname } = new URL(url);
    await using relay = await relayTo(new URL(url).origin, { pages: { '/ahead': pageAhead(pathname) } });
    await using _browser = runUndriven(`${relay.origin}/ahead`);
    const end = Date.now() + limitMilliseconds;
    const isAsked = () =>
      relay.asked.some(({ path, purpose }) => path === `/api/v2${pathname}` && /prerender/.test(purpose));
    while (!isAsked()) {
      if (Date.now() > end) throw new Error('nothing was prerendered');
      await pause(100);
    }
    await pause(stayMilliseconds);
  },
};

function pageAhead(path: string): string {
  const rules = JSON.stringify({ prerender: [{ source: 'list', urls: [path], eagerness: 'immediate' }] });
  return `<!doctype html><title>ahead</title><script type="speculationrules">${rules}</script>`;
}
