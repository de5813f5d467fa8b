import { refusals } from '../refusals.ts';
import type { OperationDocument } from './operation-documents.ts';

/** The module of the gateway's own operations, with the types of what goes in and what comes out. */
export function gatewayOperations(documents: readonly OperationDocument[], types: string): string {
  const names = documents.map(({ name }) => constantOf(name));
  return [
    "import type { StoredOperation } from './stored-operation.ts';\n",
    types,
    ...documents.map(
      (operation) =>
        `export const ${constantOf(operation.name)}: StoredOperation<${typeNamesOf(operation).join(', ')}> = ${literalOf(operation)};\n`,
    ),
    `/** Every operation that the gateway runs by itself. */
export const storedOperations = [\n${names.map((name) => `  ${name},\n`).join('')}];`,
  ].join('\n');
}

/**
 * The web app's module of one operation: its document, with the types of what goes in and what comes out. A module each,
 * so that a page carries the documents that it sends and no others.
 */
export function webOperation(operation: OperationDocument): { readonly file: string; readonly content: string } {
  const { name, document, to } = operation;
  const [variables, data] = typeNamesOf(operation);
  const kebab = constantOf(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = `${kebab}.generated.ts`;
  const imported = `import type { ${data}, ${variables} } from '../operations.generated.ts';`;
  if (to === 'live') {
    // Its text alone: public pages listen too, and carry no parser.
    const content = `import type { LiveOperation } from '../define-operation.ts';
${imported}

export const ${constantOf(name)}Operation: LiveOperation<${data}, ${variables}> = {
  name: '${name}',
  text: ${textOf(document)},
};`;
    return { file, content };
  }
  const content = `import { defineOperation } from '../define-operation.ts';
${imported}

export const ${constantOf(name)}Operation = defineOperation<${data}, ${variables}>(
  '${name}',
  ${textOf(document)},
);`;
  return { file, content };
}

function literalOf({ name, to, document, refusals: types }: OperationDocument): string {
  const codes = types.map((type) => `'${codeOf(type)}'`).join(', ');
  return `{\n  name: '${name}',\n  to: '${to}',\n  document: ${textOf(document)},\n  refusals: [${codes}],\n}`;
}

/** The code of a refusal, by its type in the graph. */
function codeOf(type: string): string {
  const [code] = Object.entries(refusals).find(([, definition]) => definition.type === type) ?? [];
  if (code === undefined) throw new Error(`schema/refusals.ts has no refusal of the type ${type}`);
  return code;
}

function textOf(document: string): string {
  return `\`${document.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

/** The generated types of an operation: of its variables, and of its answer. */
function typeNamesOf({ name, kind }: OperationDocument): [variables: string, data: string] {
  const suffix = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[kind];
  return [`${name}${suffix}Variables`, `${name}${suffix}`];
}

function constantOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
