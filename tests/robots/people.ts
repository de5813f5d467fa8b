import { filledPassphrase, keyboardOnly, switchAccess, typedPassphrase } from './people/by-keyboard.ts';
import { doubleClick, mouse, reducedMotion, slowHands, zoomed } from './people/by-mouse.ts';
import { screenReader } from './people/by-screen-reader.ts';
import { backAndForward, backgroundTab, keptPage } from './people/by-tabs.ts';
import { touch } from './people/by-touch.ts';
import { heldTooEarly, secondQuestion, voice } from './people/in-doubt.ts';
import type { Person } from './person.ts';

/** Every person, in the order of the report. */
export const people: readonly Person[] = [
  mouse,
  touch,
  keyboardOnly,
  switchAccess,
  screenReader,
  slowHands,
  zoomed,
  doubleClick,
  reducedMotion,
  backAndForward,
  keptPage,
  backgroundTab,
  typedPassphrase,
  filledPassphrase,
  heldTooEarly,
  secondQuestion,
  voice,
];
