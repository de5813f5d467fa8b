import { accountStates } from './account-states.ts';
import { customHostStates } from './custom-host-states.ts';
import { dashboardStates } from './dashboard-states.ts';
import { homeStates } from './home-states.ts';
import { privateStates } from './private-states.ts';
import { secretStates } from './secret-states.ts';
import type { ScreenState } from './stage.ts';

const readingPages = {
  about: '/about',
  pricing: '/pricing',
  translations: '/translations',
  privacy: '/info/privacy',
  terms: '/info/terms',
  security: '/info/security',
  404: '/nowhere',
};

const readingStates: readonly ScreenState[] = Object.entries(readingPages).map(([name, path]) => ({
  name,
  enter: async ({ page }) => void (await page.goto(path)),
}));

export const states: readonly ScreenState[] = [
  ...homeStates,
  ...secretStates,
  ...privateStates,
  ...accountStates,
  ...dashboardStates,
  ...customHostStates,
  ...readingStates,
];

export function stateNamed(wanted: string): ScreenState {
  const state = states.find(({ name }) => name === wanted);
  if (state === undefined) throw new Error(`no screen has a state ${wanted}`);
  return state;
}
