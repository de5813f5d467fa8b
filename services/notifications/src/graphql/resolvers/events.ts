import type { QueryResolvers } from '../types.generated.ts';

export const eventsQueries = {
  async events(_parent, { after, first, types }, { useCases, caller }) {
    const wanted = { after: after ?? null, first, types: types ?? null };
    const page = await useCases.followEvents(wanted, caller);
    return { __typename: 'EventsPage', ...page, events: page.events.map((event) => JSON.stringify(event)) };
  },
} satisfies QueryResolvers;
