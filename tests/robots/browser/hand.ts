import type { Locator, Page } from '@playwright/test';

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * A hand on a mouse as `ghost-cursor` and its likes make it: a curve with a random bow, fast in its middle and slow at its ends, a little
 * too far, back, and a press of a tenth of a second. People and the robots that imitate one use the same.
 */
export class Hand {
  readonly page: Page;
  #at: Point;

  constructor(page: Page, from: Point = { x: 40 + Math.random() * 300, y: 40 + Math.random() * 200 }) {
    this.page = page;
    this.#at = from;
  }

  async moveTo(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('there is nothing to move to');
    const aim = { x: box.x + box.width * between(0.3, 0.7), y: box.y + box.height * between(0.3, 0.7) };
    await this.#follow({ x: aim.x + between(-6, 12), y: aim.y + between(-4, 4) }, 14);
    await this.#follow(aim, 4);
  }

  /** Presses where the mouse is. */
  async press(milliseconds = between(70, 140)): Promise<void> {
    await this.page.mouse.down();
    await pause(milliseconds);
    await this.page.mouse.up();
  }

  async click(target: Locator): Promise<void> {
    await this.moveTo(target);
    await pause(between(60, 180));
    await this.press();
  }

  async #follow(to: Point, steps: number): Promise<void> {
    const from = this.#at;
    const bow = between(-0.2, 0.2);
    const middle = {
      x: (from.x + to.x) / 2 - (to.y - from.y) * bow,
      y: (from.y + to.y) / 2 + (to.x - from.x) * bow,
    };
    for (let step = 1; step <= steps; step += 1) {
      const way = step / steps;
      const eased = way * way * (3 - 2 * way);
      await this.page.mouse.move(onCurve(from.x, middle.x, to.x, eased), onCurve(from.y, middle.y, to.y, eased));
      await pause(between(8, 24));
    }
    this.#at = to;
  }
}

function onCurve(from: number, middle: number, to: number, at: number): number {
  return (1 - at) ** 2 * from + 2 * (1 - at) * at * middle + at ** 2 * to;
}

export function between(least: number, most: number): number {
  return least + Math.random() * (most - least);
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
