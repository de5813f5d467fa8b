import { readdirSync, readFileSync } from 'node:fs';

/** The SDL of one subgraph: the shared types and every `.graphql` file of its folder, in name order. */
export function sdlOf(subgraph: 'secrets' | 'accounts'): string {
  return [...filesOf('shared'), ...filesOf(subgraph)].join('\n');
}

function filesOf(folder: string): string[] {
  const directory = new URL(`./graphql/${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(new URL(name, directory), 'utf8'));
}
