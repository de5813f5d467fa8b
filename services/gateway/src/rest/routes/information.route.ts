import { defaultLocale, locales } from '@onceover/schema/locales';
import type { StatusAnswer, SupportedLocalesAnswer, VersionAnswer } from '@onceover/schema/rest/site';
import { unavailable } from '../../http/api-error.ts';
import { type RestTools, restRoute } from '../rest-route.ts';

const RETRY_SECONDS = 5;

/** GET /api/v2/status. Source, for all three: REST contract 6. */
export const statusRoute = restRoute({
  method: 'GET',
  path: '/api/v2/status',
  async handle({ locale }, tools) {
    await mustWork(tools);
    const body: StatusAnswer = { status: 'nominal', locale: locale.code };
    return { body };
  },
});

/** GET /api/v2/version. */
export const versionRoute = restRoute({
  method: 'GET',
  path: '/api/v2/version',
  async handle({ locale }, tools) {
    await mustWork(tools);
    const body: VersionAnswer = { version: versionParts(tools.version), locale: locale.code };
    return { body };
  },
});

/** GET /api/v2/supported-locales. */
export const supportedLocalesRoute = restRoute({
  method: 'GET',
  path: '/api/v2/supported-locales',
  async handle({ locale }, tools) {
    await mustWork(tools);
    const codes = locales.map(({ code }) => code);
    const body: SupportedLocalesAnswer = { locales: codes, default_locale: defaultLocale, locale: locale.code };
    return { body };
  },
});

/** Major, minor and patch, without any pre-release. */
function versionParts(version: string): string[] {
  const [major = '0', minor = '0', patch = '0'] = (version.split(/[-+]/)[0] ?? '').split('.');
  return [major, minor, patch];
}

async function mustWork({ readiness }: RestTools): Promise<void> {
  if (!(await readiness()).isReady) throw unavailable('unavailable', RETRY_SECONDS);
}
