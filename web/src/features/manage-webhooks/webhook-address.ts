/**
 * Whether something is plainly an address that events could be sent to. Whether it is allowed, such as one with `http`, and whether it
 * leads anywhere, is for the service to say.
 */
export function isWebhookAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.hostname !== '' && url.username === '' && url.password === '';
}
