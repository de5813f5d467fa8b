import { isColonel } from '@onceover/schema/caller';
import { notAuthorized } from '../../../../http/api-error.ts';
import { showColonel } from '../../../../operations/operations.generated.ts';
import { restRoute } from '../../../rest-route.ts';
import { presentColonel } from '../presenters/colonel.ts';

/** GET /api/v2/colonel: by session, with the role and the second factor. Source: REST contract 7.2; security 5.9. */
export const colonelRoute = restRoute({
  method: 'GET',
  path: '/api/v2/colonel',
  name: 'showOverview',
  summary: 'Get the overview of the site',
  description: 'For colonels, who run this site. It needs a session with the second step passed.',
  answers: ['colonel'],
  auth: 'session',
  async handle({ caller }, { execute, now, features }) {
    if (!isColonel(caller)) throw notAuthorized();
    const data = await execute(showColonel, {}, caller);
    return { shape: 'colonel', body: presentColonel(data, { now: now(), plansEnabled: features.signUp }) };
  },
});
