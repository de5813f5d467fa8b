import type { Driver } from './driver.ts';
import { enclosed } from './drivers/enclosed.ts';
import { onceover } from './drivers/onceover.ts';
import { onetimeV1, onetimeV2 } from './drivers/onetime-secret.ts';
import { passwordPusher } from './drivers/password-pusher.ts';
import { privatebin } from './drivers/privatebin.ts';
import { snappass } from './drivers/snappass.ts';
import { yopass } from './drivers/yopass.ts';

/** By the word that `--driver` takes. */
export const drivers: Readonly<Record<string, Driver>> = {
  onceover,
  'onetime-v1': onetimeV1,
  'onetime-v2': onetimeV2,
  snappass,
  privatebin,
  enclosed,
  yopass,
  'password-pusher': passwordPusher,
};
