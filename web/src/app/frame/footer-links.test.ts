import { expect, test } from 'vitest';
import { footerLists } from './footer-links.ts';

const page = (over: object = {}) => ({
  plansEnabled: false,
  authentication: { enabled: false, signin: false, signup: false },
  supportHost: null,
  githubUrl: null,
  policies: 'drafts' as const,
  ...over,
});
const hrefs = (data: ReturnType<typeof page>) =>
  Object.fromEntries(footerLists(data).flatMap(({ links }) => links.map(({ label, href }) => [label, href])));

test('without a support host the resources are sections of the About page and no link is dead', () => {
  expect(hrefs(page())).toEqual({
    about: '/about',
    docs: '/about#docs',
    api: '/about#api',
    status: '/about#status',
    privacy: '/info/privacy',
    terms: '/info/terms',
    security: '/info/security',
  });
});

test('with a support host the resources and the blog are there', () => {
  expect(hrefs(page({ supportHost: 'help.example' }))).toMatchObject({
    blog: 'https://help.example/blog',
    api: 'https://help.example/docs/api',
  });
});

test('prices are linked only with plans and sign-in', () => {
  const authentication = { enabled: true, signin: true, signup: true };
  expect(hrefs(page({ plansEnabled: true }))).not.toHaveProperty('pricing');
  expect(hrefs(page({ authentication }))).not.toHaveProperty('pricing');
  expect(hrefs(page({ plansEnabled: true, authentication }))).toHaveProperty('pricing', '/pricing');
});

test('policies that are off and a source that nobody names have no links', () => {
  const github = 'https://github.com/acme/onceover';
  expect(hrefs(page({ policies: 'off', githubUrl: github }))).toEqual({
    about: '/about',
    github,
    docs: '/about#docs',
    api: '/about#api',
    status: '/about#status',
  });
  expect(footerLists(page({ policies: 'off' })).map(({ title }) => title)).toEqual(['company', 'resources']);
});
