import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** One operation of the web app, as its file has it. */
export interface WebOperation {
  readonly name: string;
  readonly document: string;
}

/** Every operation that the web app sends: `graphql/operations/<Name>.graphql`, one per file, named like the file. */
export function webOperations(): WebOperation[] {
  const directory = new URL('./graphql/operations/', import.meta.url);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.graphql'.length),
      document: readFileSync(new URL(file, directory), 'utf8'),
    }));
}
