import type { Robot } from '../robot.ts';
import { pressThrough } from './press.ts';

const visit: Robot['visit'] = async (link) => {
  const page = await link.newPage();
  await page.goto(link.url);
  await pressThrough(link, page);
};

export const instantClickHeadless: Robot = {
  name: 'instant click, headless',
  imitates: 'a script with Playwright or Puppeteer as they come: it presses what leads on as soon as that is there',
  hasHand: false,
  browser: 'headless',
  visit,
};

export const instantClickHeaded: Robot = {
  ...instantClickHeadless,
  name: 'instant click, headed',
  imitates: 'the same in a browser with a window, as sandboxes of attachments and links run it',
  browser: 'headed',
};
