import type { OperationDocument } from './operation-documents.ts';

/** The module of the web app's operations: each under its name, and all of them in a list. */
export function webOperations(documents: readonly OperationDocument[]): string {
  const names = documents.map(({ name }) => constantOf(name));
  return [
    `import type { SubgraphName } from './sdl.ts';

/** One operation of the web app: its text as it is sent, and who answers it. */
export interface WebOperation {
  readonly name: string;
  readonly to: SubgraphName | 'planned';
  readonly document: string;
}
`,
    ...documents.map((operation) => declarationOf(operation, 'WebOperation')),
    `/** Every operation that the web app sends. */
export const webOperations: readonly WebOperation[] = [\n${names.map((name) => `  ${name},\n`).join('')}];`,
  ].join('\n');
}

/** The module of the gateway's own operations, with the types of what goes in and what comes out. */
export function gatewayOperations(documents: readonly OperationDocument[], types: string): string {
  const names = documents.map(({ name }) => constantOf(name));
  return [
    "import type { StoredOperation } from './stored-operation.ts';\n",
    types,
    ...documents.map((operation) => declarationOf(operation, `StoredOperation<${typesOf(operation)}>`)),
    `/** Every operation that the gateway runs by itself. */
export const storedOperations = [\n${names.map((name) => `  ${name},\n`).join('')}];`,
  ].join('\n');
}

function declarationOf(operation: OperationDocument, type: string): string {
  const { name, to, document } = operation;
  const text = document.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `export const ${constantOf(name)}: ${type} = {\n  name: '${name}',\n  to: '${to}',\n  document: \`${text}\`,\n};\n`;
}

function typesOf({ name, kind }: OperationDocument): string {
  const suffix = kind === 'mutation' ? 'Mutation' : 'Query';
  return `${name}${suffix}Variables, ${name}${suffix}`;
}

function constantOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
