/** What an entry of a feed is about: a secret of the account's, or what was sent to the desk. */
export interface ActivityAbout {
  readonly kind: 'secret' | 'submission';
  readonly secretId: string;
}

/** As it travels in the graph from the service that keeps the feed to the one that keeps secrets. */
export function aboutText(about: ActivityAbout | null): string {
  return about === null ? 'nothing' : `${about.kind} ${about.secretId}`;
}

/** Null for what is about no secret. */
export function aboutFrom(text: string): ActivityAbout | null {
  const [, kind, secretId] = /^(secret|submission) ([0-9a-f-]{36})$/.exec(text) ?? [];
  return secretId === undefined ? null : { kind: kind as ActivityAbout['kind'], secretId };
}
