import type { RestRoute } from '../../rest-route.ts';
import { forgotRoute, resetPasswordRoute } from './forgot.route.ts';
import { secondStepRoute } from './second-step.route.ts';
import { signInRoute } from './sign-in.route.ts';
import { signOutRoute } from './sign-out.route.ts';
import { resendRoute, signUpRoute } from './sign-up.route.ts';

/** Where people become customers of this session, and stop being. */
export const doorRoutes: readonly RestRoute[] = [
  signInRoute,
  secondStepRoute,
  signUpRoute,
  resendRoute,
  forgotRoute,
  resetPasswordRoute,
  signOutRoute,
];
