import { expect, test } from 'vitest';
import { brokenLinks } from '../test-support/documents.ts';

test.each(['TOUR.md', 'ASVS.md', 'SECURITY.md'])('every link of docs/%s leads to something', (name) => {
  expect(brokenLinks(name)).toEqual([]);
});
