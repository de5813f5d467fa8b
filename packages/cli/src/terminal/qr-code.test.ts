import { generate } from 'lean-qr';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const LINK = 'https://once.example/secret/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k';

test('every module of the code is drawn, with two of light around it', () => {
  const code = generate(LINK);
  const rows = qrCode(LINK, false).trimEnd().split('\n');
  const isLight = (x: number, y: number) => {
    const sign = rows[Math.floor((y + 2) / 2)]?.[x + 2] ?? '';
    return sign === '█' || sign === (y % 2 === 0 ? '▀' : '▄');
  };
  for (let y = -2; y < code.size + 2; y += 1) {
    for (let x = -2; x < code.size + 2; x += 1) expect(isLight(x, y), `${x}, ${y}`).toBe(!code.get(x, y));
  }
});

test('a terminal is told the colours, and a file is not', () => {
  expect(qrCode(LINK, true)).toContain('\u001b[97;40m');
  expect(qrCode(LINK, false)).not.toContain('\u001b');
});
