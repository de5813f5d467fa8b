import type { CommitNews, EventFilter, RecordedEvent, SubscriptionSpec } from '../types.ts';

/** Whether a commit may hold an event that the subscription wants; a batch of commands may say so too often. */
export function concerns(news: CommitNews, { sources, types, tenantsOnly = false }: SubscriptionSpec): boolean {
  if (!sources.includes(news.source)) return false;
  const isAmong = (said: ReadonlySet<string>) =>
    types === undefined ? said.size > 0 : types.some((type) => said.has(type));
  return isAmong(news.owned) || (!tenantsOnly && isAmong(news.unowned));
}

export function wants(
  { types, tenantsOnly = false }: EventFilter,
  { type, tenantRef }: Pick<RecordedEvent, 'type' | 'tenantRef'>,
): boolean {
  return (types === undefined || types.includes(type)) && !(tenantsOnly && tenantRef === null);
}
