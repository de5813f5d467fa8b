import { type Answer, ask } from '../../support/http.ts';

/** Runs a document of the graph. */
export function graph(
  url: string,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const body = JSON.stringify({ query, variables });
  return ask(url, '/graphql', { body, headers: { 'content-type': 'application/json', ...headers } });
}

/** The code of the first top-level error. */
export function codeOf(answer: Answer): string | undefined {
  return answer.json.errors?.[0]?.extensions?.code;
}
