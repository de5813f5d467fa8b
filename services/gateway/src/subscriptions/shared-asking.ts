import { type Caller, isColonel } from '@onceover/schema/caller';
import type { ExecutionResult } from 'graphql';
import type { OperationVariables } from '../operations/stored-operation.ts';
import type { LiveDocument } from './live-documents.ts';

/** Runs the query of a live document. */
export type RunLive = (
  document: LiveDocument,
  variables: OperationVariables,
  caller: Caller,
) => Promise<ExecutionResult>;

/**
 * Runs a query once for all who ask the same in the same turn of the event loop: the tabs of one browser, which one bell
 * wakes together. The same means the same document, the same variables and the same caller, with all that decides what they
 * may see. It begins when the turn is over, so nobody gets an answer that is older than their question.
 *
 * What a colonel asks may be recorded, with its request: it runs by itself.
 */
export function sharedAsking(): RunLive {
  let waiting = new Map<LiveDocument, Map<string, Promise<ExecutionResult>>>();
  const endOfTurn = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    setImmediate(resolve);
    await promise;
    waiting = new Map();
  };
  return (document, variables, caller) => {
    if (isColonel(caller)) return document.run(variables, caller);
    const ofDocument = waiting.get(document) ?? new Map<string, Promise<ExecutionResult>>();
    const { requestId: _request, origin: _origin, ...rights } = caller;
    const key = JSON.stringify([variables, rights]);
    const known = ofDocument.get(key);
    if (known !== undefined) return known;
    const asked = endOfTurn().then(() => document.run(variables, caller));
    waiting.set(document, ofDocument.set(key, asked));
    return asked;
  };
}
