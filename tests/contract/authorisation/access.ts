import type { Role } from './roles.ts';

/** An outcome for everyone who gets in, and different ones for some of them. */
export type Into = string | ({ readonly otherwise: string } & { readonly [R in Role]?: string });

/** Who gets in. `session` and `colonel` never accept tokens; `recent` is the only scope that the narrow token has. */
export type Access = 'anybody' | 'browsers' | 'signed in' | 'session' | 'colonel';

const signedIn: readonly Role[] = [
  'customer',
  'other customer',
  'paid',
  'token',
  'narrow token',
  'colonel without second factor',
  'colonel',
];
const tokens: readonly Role[] = ['token', 'narrow token'];

/** Whether a role gets in, judged by who it is alone; scopes and stale cookies are checked elsewhere. */
export function isAllowed(role: Role, access: Access): boolean {
  switch (access) {
    case 'anybody':
      return true;
    case 'browsers':
      return !tokens.includes(role);
    case 'signed in':
      return signedIn.includes(role);
    case 'session':
      return signedIn.includes(role) && !tokens.includes(role);
    case 'colonel':
      return role === 'colonel';
  }
}

/** The outcome of a role that got in. */
export function outcomeInside(role: Role, into: Into): string {
  return typeof into === 'string' ? into : (into[role] ?? into.otherwise);
}
