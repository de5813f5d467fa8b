import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../../support/http.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { volume } from '../support/volume.ts';

let program: AttackedProgram<unknown>;

beforeAll(async () => {
  program = await startAttacked('metrics-and-health', { prepare: async () => undefined });
});
afterAll(() => program[Symbol.asyncDispose]());

test('x', async () => {
  await program.attack('unknown paths', async () => {
    let refused = 0;
    for (let n = 0; n < volume(500); n += 1) {
      const { status } = await ask(program.url, '/nothing');
      expect(status).toBe(404);
      refused += 1;
    }
    return refused;
  });
});
