import type { z } from 'zod';
import { DomainError, OutageError } from './errors.ts';

/**
 * One call between services outside the public graph: its name (`<service>.<verb>`), who may make it, what goes in and what
 * comes out. Declared in the contracts, answered by one service, made by others.
 *
 * Shape  what goes in and comes out is JSON before it is read: moments are ISO 8601, bytes base64
 */
export interface InternalCall<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** The services that may ask. A service may always ask itself. */
  readonly askers: readonly string[];
  readonly whenLost: WhenLost;
  readonly input: Input;
  readonly output: Output;
}

/**
 * What it means that a call was sent and its answer is lost:
 *
 * - `repeat`: it changes nothing, or nothing more when it is asked again
 * - `outage`: it may have changed something that matters to nobody who asks
 * - `replay`: it changes something once, and gives the same answer whenever it is asked again
 * - `unknown`: whoever asks must be told that it may have happened
 */
export type WhenLost = 'repeat' | 'outage' | 'replay' | 'unknown';

export interface InternalHandler {
  readonly call: InternalCall;
  readonly handle: (input: never) => Promise<unknown>;
}

/** The service that answers a call. */
export function answererOf({ name }: Pick<InternalCall, 'name'>): string {
  return name.split('.')[0] ?? name;
}

/** Joins a call and its answer, with their types. */
export function answering<Input extends z.ZodType, Output extends z.ZodType>(
  call: InternalCall<Input, Output>,
  handle: (input: z.output<Input>) => Promise<z.input<Output>>,
): InternalHandler {
  return { call, handle: handle as (input: never) => Promise<unknown> };
}

/**
 * The same for a call whose verb the rules may refuse: a `DomainError` is answered as `refused`, with its code and its
 * details. A code that the call does not declare does not keep the contract and is a fault.
 */
export function answeringOrRefusing<Input extends z.ZodType, Output extends z.ZodType>(
  call: InternalCall<Input, Output>,
  handle: (input: z.output<Input>) => Promise<Exclude<z.input<Output>, { readonly kind: 'refused' }>>,
): InternalHandler {
  return answering(call, async (input) => {
    try {
      return await handle(input);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Checked against the call's declaration by whoever asks.
      return { ...error.details, kind: 'refused', code: error.code } as z.input<Output>;
    }
  });
}

/** Asks another service. Throws `OutageError` when it cannot answer now. */
export type AskInternal = <Input extends z.ZodType, Output extends z.ZodType>(
  call: InternalCall<Input, Output>,
  input: z.input<Input>,
) => Promise<z.output<Output>>;

/** The exchange of one process: services register what they answer when they have started, and ask through it. */
export interface InternalCalls {
  readonly ask: AskInternal;
  register(handlers: readonly InternalHandler[]): void;
}

/**
 * Calls in one process are function calls; input and output are still checked, so that a service cannot tell where it
 * runs. Asking a service that has not started yet is an outage, not a fault.
 */
export function createInternalCalls(): InternalCalls {
  const handlers = new Map<string, InternalHandler>();
  return {
    register(added) {
      for (const handler of added) {
        const { name } = handler.call;
        if (handlers.has(name)) throw new Error(`two services answer ${name}`);
        handlers.set(name, handler);
      }
    },
    async ask(call, input) {
      const handler = handlers.get(call.name);
      if (handler === undefined) throw new OutageError(answererOf(call));
      return call.output.parse(await handler.handle(call.input.parse(input) as never));
    },
  };
}
