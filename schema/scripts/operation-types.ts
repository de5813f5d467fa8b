import { codegen } from '@graphql-codegen/core';
import * as operations from '@graphql-codegen/typescript-operations';
import { type DefinitionNode, type DocumentNode, Kind } from 'graphql';

/** TypeScript types of documents: what each operation takes and answers. `schema` is what the supergraph shows. */
export async function operationTypes(definitions: readonly DefinitionNode[], schema: DocumentNode): Promise<string> {
  return await codegen({
    filename: 'operations.generated.ts',
    documents: [
      { location: 'operations', document: { kind: Kind.DOCUMENT, definitions: definitions.map(withoutDirectives) } },
    ],
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      immutableTypes: true,
      scalars: { UnixTime: 'number', ID: 'string' },
      // Only where a document asks for it.
      skipTypename: true,
      skipTypeNameForRoot: true,
    },
    schema,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
}

/** An operation without the directive that says where it goes. */
function withoutDirectives(definition: DefinitionNode): DefinitionNode {
  return definition.kind === Kind.OPERATION_DEFINITION ? { ...definition, directives: [] } : definition;
}
