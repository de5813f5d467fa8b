import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { parse } from 'graphql';

const texts = new Map<string, string>();

/**
 * A document of `schema/graphql/operations`, typed. The file is sent unchanged: in production only registered documents
 * run, and one changed character would be another document.
 */
export function defineOperation<Data, Variables extends OperationVariables>(
  file: string,
): TypedDocumentNode<Data, Variables> {
  const text = file.trim();
  const document = parse(text, { noLocation: true });
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition' && definition.name) texts.set(definition.name.value, text);
  }
  return document as TypedDocumentNode<Data, Variables>;
}

export function textOf(operationName: string): string {
  const text = texts.get(operationName);
  if (text === undefined) throw new Error(`No document is called ${operationName}`);
  return text;
}
