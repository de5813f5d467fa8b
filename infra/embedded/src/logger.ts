import { createLogger } from '@onceover/service-kit/logging';

export const log = createLogger('embedded');
