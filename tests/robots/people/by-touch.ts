import { pause } from '../browser/hand.ts';
import type { Person } from '../person.ts';

export const touch: Person = {
  name: 'touch',
  how: 'taps the button with a finger, on a phone',
  isDoubtful: false,
  context: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  },
  async open({ arrive, page, secret }) {
    await arrive();
    const box = await secret.open.boundingBox();
    if (box === null) throw new Error('there is no button to tap');
    const session = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width * 0.4, y: box.y + box.height * 0.6, radiusX: 12, radiusY: 14 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await pause(90);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
};
