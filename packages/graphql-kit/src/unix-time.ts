import { GraphQLScalarType } from 'graphql';

/** The scalar `UnixTime`: resolvers give instants, as a `Date` or in milliseconds; clients get whole Unix seconds. */
export const UnixTime = new GraphQLScalarType<number, number>({
  name: 'UnixTime',
  description: 'Whole Unix seconds.',
  serialize(at) {
    const milliseconds = at instanceof Date ? at.getTime() : at;
    if (typeof milliseconds !== 'number' || !Number.isFinite(milliseconds)) throw new TypeError('not an instant');
    return Math.floor(milliseconds / 1000);
  },
});
