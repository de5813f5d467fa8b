import { expect, test } from 'vitest';
import { webOperations } from './operations.ts';

test('an operation is read without its directive, with every fragment that it uses once', () => {
  const dashboard = webOperations.find(({ name }) => name === 'Dashboard');
  expect(dashboard?.to).toBe('planned');
  expect(dashboard?.document).toMatch(/^query Dashboard\([^)]+\) \{/);
  expect(dashboard?.document.match(/^fragment \w+/gm)).toEqual(['fragment RecentRow']);
  expect(webOperations.find(({ name }) => name === 'AuditTrail')?.to).toBe('audit');
  expect(webOperations.find(({ name }) => name === 'SecretActivity')?.to).toBe('live');
});

test('no fragment is taken for an operation', () => {
  for (const { document } of webOperations) expect(document).toMatch(/^(query|mutation|subscription) /);
});
