import type { Answer } from '../support/http.ts';

/** The outcome of a request to `/api/v2`, in brief: `200`, `403 not_authorized`. */
export function restOutcome({ status, json }: Answer): string {
  return json?.code === undefined ? String(status) : `${status} ${json.code}`;
}

/** The outcome of one field of the graph: the member of its union, `null`, or the code of the error. */
export function graphOutcome({ status, json }: Answer): string {
  const code = json?.errors?.[0]?.extensions?.code;
  if (code !== undefined) return `${status} ${code}`;
  const value = Object.values(json?.data ?? {})[0] as { readonly __typename?: string } | null | undefined;
  if (value === null || value === undefined) return `${status} ${String(value)}`;
  return `${status} ${Array.isArray(value) ? 'list' : value.__typename}`;
}
