import { graphs, words } from 'virtual:strength-data';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';

const meter = new ZxcvbnFactory({ dictionary: { common: words }, graphs, maxLength: 100 });

/** Takes a password, answers how hard it is to guess: 0 to 4. Nothing leaves the browser. */
self.addEventListener('message', ({ data }: MessageEvent<{ id: number; password: string }>) => {
  self.postMessage({ id: data.id, score: meter.check(data.password).score });
});
