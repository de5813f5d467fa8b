import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { chromiumArguments, systemChromium } from './support/chromium.ts';

/**
 * `npm run icons` draws the pictures in `web/src/app/icons` from `favicon.svg` with Chromium. They are committed,
 * because a build must not need a browser; run it again when the seal or its colours change.
 */
const icons = fileURLToPath(new URL('../../web/src/app/icons/', import.meta.url));
const paper = '#fbfaf7';
const ink = '#1c1f27';
const grey = '#4b505a';

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly body: string;
}

const seal = await readFile(join(icons, 'favicon.svg'), 'utf8');

/** The seal in the middle; `part` is how much of the width it takes. */
function iconOf(size: number, { background, part }: { background: string; part: number }): Picture {
  const body = `<div style="width:${part * 100}%">${seal}</div>`;
  return { width: size, height: size, background, body };
}

/** What a chat shows beside a link. The same for every link, so it says only what all of them are. */
const unfurl: Picture = {
  width: 1200,
  height: 630,
  background: paper,
  body: `<div style="display:flex;align-items:center;gap:72px;font-family:'Noto Sans',sans-serif">
    <div style="width:260px">${seal}</div>
    <div>
      <div style="font-size:104px;font-weight:650;letter-spacing:-2px;color:${ink}">Onceover</div>
      <div style="font-size:46px;margin-top:8px;color:${grey}">A link that opens once.</div>
    </div>
  </div>`,
};

await mkdir(icons, { recursive: true });
const executablePath = systemChromium();
await using browser = await chromium.launch({
  args: chromiumArguments,
  ...(executablePath === undefined ? {} : { executablePath }),
});
const page = await browser.newPage();
const save = async (name: string, picture: Picture) => writeFile(join(icons, name), await draw(page, picture));

await save('apple-touch-icon.png', iconOf(180, { background: paper, part: 0.72 }));
await save('icon-192.png', iconOf(192, { background: 'transparent', part: 1 }));
await save('icon-512.png', iconOf(512, { background: 'transparent', part: 1 }));
// A system may cut everything outside the inner four fifths away.
await save('icon-maskable-512.png', iconOf(512, { background: paper, part: 0.6 }));
await save('unfurl.png', unfurl);
const small = [];
for (const size of [16, 32, 48]) {
  small.push({ size, png: await draw(page, iconOf(size, { background: 'transparent', part: 1 })) });
}
await writeFile(join(icons, 'favicon.ico'), icoOf(small));

async function draw(on: Page, { width, height, background, body }: Picture): Promise<Buffer> {
  await on.setViewportSize({ width, height });
  await on.setContent(`<!doctype html><html><body style="margin:0;width:${width}px;height:${height}px;display:flex;
    align-items:center;justify-content:center;background:${background}"><style>svg{display:block;width:100%}</style>${body}</body></html>`);
  return on.screenshot({ omitBackground: background === 'transparent' });
}

/** An icon file of PNG pictures: a header of 6 bytes, an entry of 16 bytes for each, then the pictures. */
function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    directory.writeUInt8(size, at);
    directory.writeUInt8(size, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(png.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}
