let code: string | null = null;

/**
 * Takes the notice that the answer to a plain form put into the address, before the router reads it: a reload must not say
 * it again. Null: there is none.
 */
export function takeNotice(): string | null {
  const url = new URL(location.href);
  code = url.searchParams.get('notice');
  if (code === null) return null;
  url.searchParams.delete('notice');
  history.replaceState(history.state, '', url);
  return code;
}

/** Whether this notice brought the person here; true once, for the page that acts on it. */
export function arrivedWith(wanted: string): boolean {
  if (code !== wanted) return false;
  code = null;
  return true;
}
