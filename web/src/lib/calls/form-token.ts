/** The form token ("shrimp") lives in this module only. It is needed once a session cookie exists. */
let token: string | null = null;
let belongsToSession = false;

export function startFormToken(fromPage: string | null): void {
  token = fromPage;
  belongsToSession = fromPage !== null;
}

export function formToken(): string | null {
  return token;
}

/** Any POST answer may bring a new token; it replaces the stored one. */
export function adoptFormToken(fresh: unknown): void {
  if (typeof fresh === 'string' && fresh !== '') token = fresh;
}

/** The server refused the token, so this browser does have a session. */
export function markSessionSeen(): void {
  belongsToSession = true;
}

/** Without a session there is nothing to recheck, and asking would only create one. */
export function hasSessionToken(): boolean {
  return belongsToSession;
}
