export type TabMessage = 'signed-in' | 'signed-out';

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

/** Tells the other tabs; this one does not hear it. */
export function tellOtherTabs(message: TabMessage): void {
  channel?.postMessage(message);
}

/** Hears the other tabs; a new listener replaces the one before. */
export function onOtherTab(hear: (message: TabMessage) => void): void {
  if (channel !== null) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
}
