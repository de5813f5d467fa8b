import { randomUUID } from 'node:crypto';
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { graph } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

// In a process of its own: it looks for words on the whole heap.
const reversed = (text: string) => text.split('').reverse().join('');

/** Those of the words that are on the heap once all garbage is collected. Words are given and answered backwards. */
async function onTheHeap(words: readonly string[]): Promise<string[]> {
  const session = new Session();
  session.connect();
  const found = new Set<string>();
  let last = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ params: { chunk } }) => {
    // A word may be split between two chunks.
    const text = last + chunk;
    for (const word of words) if (text.includes(reversed(word))) found.add(word);
    last = chunk;
  });
  await session.post('HeapProfiler.takeHeapSnapshot');
  session.disconnect();
  return [...found];
}

test('a word in a document is gone with its request; only names are kept', async () => {
  await using gateway = await startTestGateway();
  const ask = async (document: string) => {
    for (let time = 0; time < 3; time += 1) await graph(gateway.port, document);
  };
  // Backwards, so that the test itself does not keep them.
  const word = () => reversed(`word_${randomUUID().replaceAll('-', '_')}`);
  const [name, value, comment, planned] = [word(), word(), word(), word()];
  await ask(`query ${reversed(name)} { viewer { custid } }`);
  await ask(`mutation { concealSecret(input: { secret: "${reversed(value)}" }) { __typename } }`);
  await ask(`{ viewer { custid } } # ${reversed(comment)}`);
  await ask(`{ secret(key: "${reversed(planned)}") { shortkey } viewer { custid } }`);
  await ask('{ __typename }');
  expect(await onTheHeap([name, value, comment, planned])).toEqual([name]);
});
