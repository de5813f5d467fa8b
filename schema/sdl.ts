import { readdirSync, readFileSync } from 'node:fs';

/** The services that answer a part of the graph. */
export const subgraphNames = ['accounts', 'secrets', 'notifications', 'audit'] as const;
export type SubgraphName = (typeof subgraphNames)[number];

/** The SDL of one subgraph: the shared types and every `.graphql` file of its folder, in name order. */
export function sdlOf(subgraph: SubgraphName): string {
  return [...filesOf('shared'), ...filesOf(subgraph)].join('\n');
}

/** What the gateway answers beside the subgraphs: the subscriptions. */
export function liveSdl(): string {
  return filesOf('gateway').join('\n');
}

/** The SDL of all subgraphs composed into one, as `npm run codegen` wrote it. */
export function supergraphSdl(): string {
  return readFileSync(new URL('./graphql/supergraph.graphql', import.meta.url), 'utf8');
}

function filesOf(folder: string): string[] {
  const directory = new URL(`./graphql/${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, directory), 'utf8'));
}
