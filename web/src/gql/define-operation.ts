import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { parse } from 'graphql';

/** A subscription of `schema/graphql/operations`, with the types of what goes in and what comes out. */
export interface LiveOperation<Data, Variables> {
  readonly name: string;
  readonly text: string;
  /** Carries the types only; never set. */
  readonly types?: (variables: Variables) => Data;
}

const texts = new Map<string, string>();

/**
 * A document of `schema/graphql/operations`, typed; the generated modules call it. The text is sent unchanged: in production
 * only registered documents run, and one changed character would be another document.
 */
export function defineOperation<Data, Variables extends OperationVariables>(
  name: string,
  text: string,
): TypedDocumentNode<Data, Variables> {
  texts.set(name, text);
  return parse(text, { noLocation: true }) as TypedDocumentNode<Data, Variables>;
}

export function textOf(operationName: string): string {
  const text = texts.get(operationName);
  if (text === undefined) throw new Error(`No document is called ${operationName}`);
  return text;
}
