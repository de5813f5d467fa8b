import { askForText } from './shared-text.ts';

/** The worker answers at once, or it is gone, and with it the text. */
const patienceMilliseconds = 2000;

/** The text that another app shared and that brought the person here; null: it did not arrive. */
export async function takeShared(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const worker = navigator.serviceWorker?.controller ?? registration?.active;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const late = setTimeout(() => resolve(null), patienceMilliseconds);
  port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(typeof data === 'string' && data !== '' ? data : null);
  worker.postMessage(askForText, [port2]);
  const text = await promise;
  clearTimeout(late);
  port1.close();
  return text;
}
