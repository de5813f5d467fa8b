import type { Browser, CDPSession } from '@playwright/test';

/** A page in a browser context that has seen nothing. */
export interface UnwatchedPage extends AsyncDisposable {
  goto(url: string): Promise<void>;
  /** Works where the page itself may run no scripts. */
  evaluate(expression: string): Promise<unknown>;
}

interface Unwatched {
  readonly hasScript: boolean;
  readonly width: number;
  readonly height: number;
}

/**
 * Opens a page that no debugger follows, as people's pages are. Playwright follows its own pages: then each `new Error`, of which
 * React makes five when it starts, makes V8 read the script around it once more, which takes longer than the start itself.
 */
export async function openUnwatched(browser: Browser, { hasScript, ...size }: Unwatched): Promise<UnwatchedPage> {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const send = senderTo(session, sessionId);
  if (!hasScript) await send('Emulation.setScriptExecutionDisabled', { value: true });
  return {
    goto: async (url) => void (await send('Page.navigate', { url })),
    async evaluate(expression) {
      const { result } = (await send('Runtime.evaluate', { expression, returnByValue: true })) as Evaluated;
      return result.value;
    },
    async [Symbol.asyncDispose]() {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
}

/** Commands to a page travel within those to the browser. */
function senderTo(session: CDPSession, sessionId: string) {
  const waiting = new Map<number, (result: unknown) => void>();
  session.on('Target.receivedMessageFromTarget', ({ message, sessionId: from }) => {
    if (from !== sessionId) return;
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  let sent = 0;
  return async (method: string, params: object): Promise<unknown> => {
    sent += 1;
    const id = sent;
    const answer = new Promise((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) });
    return answer;
  };
}
