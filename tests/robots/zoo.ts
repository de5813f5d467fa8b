import type { Robot } from './robot.ts';
import { assistive } from './robots/assistive.ts';
import { clickEverything, clickEverythingBackwards, clickEverythingHidden } from './robots/click-everything.ts';
import { curvedMouse, holdingHand } from './robots/curved-mouse.ts';
import { delayedClick } from './robots/delayed-click.ts';
import { instantClickHeaded, instantClickHeadless } from './robots/instant-click.ts';
import { keyboard, keyboardHidden } from './robots/keyboard.ts';
import { linkPreviews } from './robots/link-previews.ts';
import { prefetch } from './robots/prefetch.ts';
import { prerender } from './robots/prerender.ts';
import { program, programAtPeopleOnly } from './robots/program.ts';
import { safeLinks } from './robots/safe-links.ts';
import { focusAndEnter, longPress, scrollAndClick, stealthClick } from './robots/stealth-click.ts';
import { straightMouse, straightMouseHidden } from './robots/straight-mouse.ts';
import { tap } from './robots/tap.ts';
import { withoutJavascript } from './robots/without-javascript.ts';

/** Every robot, in the order of the report. To add one: a module of its own, and a line here. */
export const zoo: readonly Robot[] = [
  instantClickHeadless,
  instantClickHeaded,
  clickEverything,
  delayedClick,
  stealthClick,
  linkPreviews,
  safeLinks,
  withoutJavascript,
  prefetch,
  prerender,
  clickEverythingHidden,
  clickEverythingBackwards,
  scrollAndClick,
  longPress,
  focusAndEnter,
  programAtPeopleOnly,
  program,
  straightMouse,
  keyboard,
  straightMouseHidden,
  keyboardHidden,
  tap,
  assistive,
  curvedMouse,
  holdingHand,
];
