import { expect, test } from 'vitest';
import { secretKey } from '../test-support/sample-data.ts';
import { isOpenToOrigins } from './open-paths.ts';
import { routeTable } from './rest-routes.ts';

test('all that v1, v3 and the later clients of v2 call is open, and what only ours call is not', () => {
  const openTo = (wanted: (dialect: string) => boolean) =>
    routeTable
      .filter(({ dialect, isPlain }) => wanted(dialect) && !isPlain)
      .map(({ path }) => path.replace(':key', secretKey))
      .filter(isOpenToOrigins);
  const later = routeTable.filter(({ dialect }) => dialect !== 'd18');
  expect(openTo((dialect) => dialect !== 'd18')).toHaveLength(later.length);
  const shared = [
    'secret/conceal',
    `secret/${secretKey}`,
    `secret/${secretKey}`,
    'status',
    'version',
    'supported-locales',
  ];
  expect(openTo((dialect) => dialect === 'd18').toSorted()).toEqual(shared.map((path) => `/api/v2/${path}`).toSorted());
});
