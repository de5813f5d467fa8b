import { expect, test } from 'vitest';
import { refuseUnknownSettings } from './settings-of.ts';

test('what no process knows is refused, and what is set for clients is not', () => {
  expect(() => refuseUnknownSettings({ ONCEOVER_PROT: '1' })).toThrow('ONCEOVER_PROT is not a setting of any service');
  refuseUnknownSettings({ ONCEOVER_URL: 'http://127.0.0.1:3000', ONCEOVER_PROFILE: 'work' });
});
