import { neverLogged } from '@onceover/schema/never-logged';
import { createLogger, neverLog } from '@onceover/service-kit/logging';

neverLog(neverLogged);

export const log = createLogger('key-store');
