import type { RestRoute } from '../../rest-route.ts';
import { apiTokenRoute } from './api-token.route.ts';
import { changePasswordRoute } from './change-password.route.ts';
import { destroyRoute } from './destroy.route.ts';
import { showAccountRoute } from './show-account.route.ts';
import { updateLocaleRoute } from './update-locale.route.ts';

/** What customers do with their own account. */
export const accountRoutes: readonly RestRoute[] = [
  showAccountRoute,
  apiTokenRoute,
  changePasswordRoute,
  destroyRoute,
  updateLocaleRoute,
];
