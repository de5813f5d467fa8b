import { defaultLocale, locales } from '@onceover/schema/locales';
import type { AnswerShape } from '../../../../answers/native-answer.ts';
import type { RestAnswer } from '../../../../answers/rest-answer.ts';
import { unavailable } from '../../../../http/api-error.ts';
import { type RestRequest, type RestRoute, type RestTools, restRoute } from '../../../rest-route.ts';

/**
 * POST /api/v2/validate-shrimp: whether the form token is valid, and a valid one if it is not. Never a `csrf` error.
 * A request from another site learns nothing and gets no session. Source: REST contract 6.
 */
const validateShrimpRoute = restRoute({
  method: 'POST',
  path: '/api/v2/validate-shrimp',
  name: 'validateFormToken',
  summary: 'Check a form token',
  description: 'For pages with a session: whether the form token is valid, and a valid one if it is not.',
  answers: ['shrimp'],
  limit: 'session',
  extendsIdle: false,
  answersWithoutToken: true,
  handle({ session, identity, shrimp, sentShrimp, isFromOtherSite }, { tokens }) {
    if (isFromOtherSite || identity === 'token') return answered(false, shrimp);
    if (session === undefined) {
      const newSession = tokens.newAnonymousSession();
      return { ...answered(false, tokens.issue(newSession)), newSession };
    }
    if (sentShrimp !== undefined && tokens.isValid(sentShrimp, session)) return answered(true, sentShrimp);
    return answered(false, tokens.issue(session));
  },
});

function answered(isValid: boolean, shrimp: string): RestAnswer<'shrimp'> {
  return { shape: 'shrimp', body: { isValid, shrimp } };
}

/** GET /api/v2/altcha/challenge: a challenge for the feedback form. Source: REST contract 6. */
const altchaChallengeRoute = restRoute({
  method: 'GET',
  path: '/api/v2/altcha/challenge',
  name: 'createChallenge',
  summary: 'Get a challenge',
  description:
    'A proof of work for visitors in a browser. The solution goes into `authenticity_payload`: the Base64 of JSON with `algorithm`, `challenge`, `number`, `salt` and `signature`. It is good once, for ten minutes.',
  answers: ['captcha'],
  limit: 'captcha',
  extendsIdle: false,
  handle(_request, { captcha }) {
    const { challenge, expires } = captcha.challenge();
    return { shape: 'captcha', body: challenge, headers: ['Expires', expires.toUTCString()] };
  },
});

const RETRY_SECONDS = 5;

/** A row about the site itself, which answers while it can do its work. Source: REST contract 6. */
export function aboutSite<const Shape extends AnswerShape>(
  what: Pick<RestRoute<unknown, Shape>, 'path' | 'name' | 'summary' | 'answers' | 'auth' | 'dialect' | 'credentials'>,
  answer: (request: RestRequest<unknown>, tools: RestTools) => RestAnswer<Shape>,
) {
  return restRoute({
    method: 'GET',
    ...what,
    async handle(request, tools) {
      if (!(await tools.readiness()).isReady) throw unavailable('unavailable', RETRY_SECONDS);
      return answer(request, tools);
    },
  });
}

/** The three rows that tell what the site is, under a base path. */
export function siteFacts(
  base: string,
  manner: Pick<RestRoute, 'dialect' | 'credentials'> = {},
  nameOf: (name: string) => string = (name) => name,
): readonly RestRoute[] {
  return [
    aboutSite(
      { ...manner, path: `${base}/status`, name: nameOf('showStatus'), summary: 'Get the status', answers: ['status'] },
      ({ locale }) => ({ shape: 'status', body: { status: 'nominal', locale: locale.code } }),
    ),
    aboutSite(
      {
        ...manner,
        path: `${base}/version`,
        name: nameOf('showVersion'),
        summary: 'Get the version',
        answers: ['version'],
      },
      ({ locale }, { version }) => {
        return { shape: 'version', body: { version: versionParts(version), locale: locale.code } };
      },
    ),
    aboutSite(
      {
        ...manner,
        path: `${base}/supported-locales`,
        name: nameOf('listLocales'),
        summary: 'List the languages',
        answers: ['locales'],
      },
      ({ locale }) => {
        const codes = locales.map(({ code }) => code);
        return { shape: 'locales', body: { locales: codes, default_locale: defaultLocale, locale: locale.code } };
      },
    ),
  ];
}

/** Major, minor and patch, without a pre-release. */
function versionParts(version: string): string[] {
  const [major = '0', minor = '0', patch = '0'] = (version.split(/[-+]/)[0] ?? '').split('.');
  return [major, minor, patch];
}

/** What the site tells anyone about itself, and the tokens that its forms need. */
export const siteRoutes: readonly RestRoute[] = [validateShrimpRoute, altchaChallengeRoute, ...siteFacts('/api/v2')];
