import type { Answer } from '../../support/http.ts';

/** The outcome of a request to `/api/v2`, in brief: `200`, `403 not_authorized`. */
export function restOutcome({ status, json }: Answer): string {
  return json?.code === undefined ? String(status) : `${status} ${json.code}`;
}

/** The outcome of the one field that a document asks for, even a nested one: its type, `null`, or the error's code. */
export function graphOutcome({ status, json }: Answer): string {
  const code = json?.errors?.[0]?.extensions?.code;
  if (code !== undefined) return `${status} ${code}`;
  return `${status} ${wordFor(Object.values(json?.data ?? {})[0])}`;
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'list';
  const { __typename: type, ...below } = value as Readonly<Record<string, unknown>>;
  return typeof type === 'string' ? type : wordFor(Object.values(below)[0]);
}
