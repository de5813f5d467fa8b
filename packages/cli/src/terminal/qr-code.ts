import { generate } from 'lean-qr';

const QUIET = 2;
/** Each sign is two modules, one above the other; what is light is drawn. */
const SIGNS = { both: '█', upper: '▀', lower: '▄', none: ' ' } as const;

/** A QR code for a terminal: light on black whatever its colours are, because scanners need dark modules on light ground. */
export function qrCode(text: string, isTerminal: boolean): string {
  const code = generate(text);
  const isLight = (x: number, y: number) => !code.get(x, y);
  const rows: string[] = [];
  for (let y = -QUIET; y < code.size + QUIET; y += 2) {
    let row = '';
    for (let x = -QUIET; x < code.size + QUIET; x += 1) {
      const isLower = y + 1 < code.size + QUIET && isLight(x, y + 1);
      row += SIGNS[isLight(x, y) ? (isLower ? 'both' : 'upper') : isLower ? 'lower' : 'none'];
    }
    rows.push(isTerminal ? `\u001b[97;40m${row}\u001b[0m` : row);
  }
  return `${rows.join('\n')}\n`;
}
