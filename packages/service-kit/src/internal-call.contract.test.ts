import { type CallsUnderTest, internalCallsContract } from './contract/internal-calls.ts';
import { createInternalCalls, type InternalCalls, type InternalHandler } from './internal-call.ts';

internalCallsContract('in one process', async () => underTest(createInternalCalls()));
internalCallsContract('in one process, with what would travel between two', async () => underTest(farCalls()));

function underTest(calls: InternalCalls): CallsUnderTest {
  return {
    ask: calls.ask,
    register: async (handlers) => calls.register(handlers),
    async [Symbol.asyncDispose]() {},
  };
}

/** What travels is JSON, both ways. */
function farCalls(): InternalCalls {
  const calls = createInternalCalls();
  const travelled = (value: unknown) => JSON.parse(JSON.stringify(value));
  const far = ({ call, handle }: InternalHandler): InternalHandler => ({
    call,
    handle: async (input: never) => travelled(await handle(input)),
  });
  return {
    ask: (call, input) => calls.ask(call, travelled(input)),
    register: (handlers) => calls.register(handlers.map(far)),
  };
}
