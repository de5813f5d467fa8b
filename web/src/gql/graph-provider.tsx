import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { graphClient } from './graph-client.ts';

/** Gives a signed-in page its client of the graph. */
export function GraphProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={graphClient}>{children}</ApolloProvider>;
}
