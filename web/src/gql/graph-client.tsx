import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { Observable } from 'rxjs';
import { onSessionEnd } from '../session/session-stores.ts';
import { askGraph } from './ask-graph.ts';
import { textOf } from './define-operation.ts';
import { useLiveState } from './live-state.ts';
import { askUnlessOvertaken } from './overtaken.ts';

const toldByStream: ReadonlySet<string> = new Set(['Dashboard', 'IncomingSecrets', 'Domains']);

/** Sends the registered text of an operation, never a printed copy of its document. */
const link = new ApolloLink(
  ({ operationName = '', variables }) =>
    new Observable((observer) => {
      const ask = () => askGraph({ query: textOf(operationName), operationName, variables });
      (toldByStream.has(operationName) ? askUnlessOvertaken(ask) : ask()).then(
        (data) => {
          observer.next({ data });
          observer.complete();
        },
        (error: unknown) => observer.error(error),
      );
    }),
);

/**
 * The one client of the signed-in pages. Lists live in its cache; what is shown once (tokens, recovery codes, keys) is
 * asked for by mutations, and those never touch the cache.
 */
export const graphClient = new ApolloClient({
  cache: new InMemoryCache(),
  link,
  defaultOptions: {
    watchQuery: { fetchPolicy: 'cache-and-network' },
    mutate: { fetchPolicy: 'no-cache' },
  },
});

onSessionEnd(() => void graphClient.clearStore());

export function GraphProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={graphClient}>{children}</ApolloProvider>;
}

/** What nobody tells of is refreshed every 15 s while the page is visible. Source: web reference 1.2 */
export const whileVisible = {
  pollInterval: 15_000,
  skipPollAttempt: () => document.visibilityState !== 'visible',
} as const;
const whileLive = { ...whileVisible, pollInterval: 0 } as const;

/** How a query of a list that is kept current by a stream refreshes: by itself only while that stream is down. */
export function useRefreshing() {
  return useLiveState() === 'live' ? whileLive : whileVisible;
}
