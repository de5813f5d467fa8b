import type { Texts } from '../support/texts.ts';
import { expect, test } from './support/fixtures.ts';
import { stateNamed } from './support/states/states.ts';

/*
 * What a screen reader is told of the screens of live lists, the support desk and the administration, in English and in Hebrew. The
 * words come from the catalogs, so that a changed wording changes no test: landmarks, headings, names and order are what is promised.
 */

/** A node with a name, as snapshots write it. */
const node = (role: string, name: string, more = '') => `- ${role} ${JSON.stringify(name)}${more}`;
const inside = (depth: number, ...lines: readonly string[]) =>
  lines.map((line) => `${'  '.repeat(depth)}${line}`).join('\n');
const h1 = (name: string) => node('heading', name, ' [level=1]');
const h2 = (name: string) => node('heading', name, ' [level=2]');
/** The heading of a list, with how many rows it has. */
const counted = (name: string) => `- heading /^${RegExp.escape(name)} \\d+$/ [level=2]`;
/** A section that is named by its heading. */
const section = (name: string, ...lines: readonly string[]) =>
  [node('region', name, ':'), inside(1, h2(name), ...lines)].join('\n');
const table = (name: string, columns: readonly string[]) =>
  [
    node('table', name, ':'),
    inside(1, '- rowgroup:', '  - row:', ...columns.map((column) => `    ${node('columnheader', column)}`)),
  ].join('\n');
const indented = (text: string) => text.replaceAll(/^/gm, '  ');

const screens: Readonly<Record<string, (texts: Texts) => readonly string[]>> = {
  'recent-live': ({ core, app: { recent, activity } }) => [
    h1(core.pages.recent.heading),
    '- search:',
    `  ${node('searchbox', recent.search)}`,
    `  ${node('combobox', recent.status)}`,
    node('region', recent.groups.waiting, ':'),
    `  ${counted(recent.groups.waiting)}`,
    `  ${node('button', activity.showNew_other.replace('{{n}}', '3'))}`,
    '  - list:',
    '    - listitem',
    node('region', recent.groups.received, ':'),
    `  ${counted(recent.groups.received)}`,
    '  - list:',
    '    - listitem',
  ],
  desk: ({ core, app: { desk, tabs } }) => [
    h1(core.pages.desk.heading),
    node('navigation', tabs.label),
    '- search:',
    `  ${node('searchbox', desk.search)}`,
    h2(desk.queue),
    node('list', desk.queue, ':'),
    '  - listitem:',
    '    - paragraph: /AB123/',
    '    - list:',
    '      - listitem',
    '      - listitem',
  ],
  colonel: ({ colonel: { pages, answers, frame, pulse, activity, customers, figures } }) => [
    h1(pages.colonel.heading),
    section(answers.questions.health, '- paragraph', '- paragraph:', `  ${node('link', frame.sections.system)}`),
    section(answers.questions.email, '- paragraph', '- paragraph:', `  ${node('link', frame.sections.system)}`),
    // To the limits or to the trail, whatever there is more of.
    section(answers.questions.abuse, '- paragraph', '- paragraph:', '  - link'),
    section(answers.questions.change, '- paragraph', '- paragraph:', `  ${node('link', frame.sections.audit)}`),
    section(figures.title),
    section(activity.title['48h']),
    section(pulse.title, node('button', pulse.pause)),
    section(customers.title),
  ],
  'colonel-customers': ({ colonel: { pages, search, customers: words } }) => [
    h1(pages.colonelCustomers.heading),
    section(search.title, node('textbox', search.label), node('button', search.submit)),
    section(
      words.list,
      '- search:',
      `  ${node('combobox', words.plan)}`,
      `  ${node('combobox', words.address)}`,
      '- list:',
      '  - listitem:',
      '    - paragraph:',
      '      - link',
    ),
  ],
  'colonel-customer': ({ colonel: { pages, customer: words } }) => [
    h1(pages.colonelCustomer.heading),
    section(words.account, '- term', '- definition'),
  ],
  'colonel-domains': ({ colonel: { pages, domains: words } }) => [
    h1(pages.colonelDomains.heading),
    '- search:',
    `  ${node('searchbox', words.host)}`,
    `  ${node('combobox', words.state)}`,
    '- list:',
    ...['links', 'once'].flatMap(() => [
      '  - listitem:',
      '    - list:',
      '      - listitem',
      '      - listitem',
      '      - listitem',
      `    - button`,
    ]),
  ],
  'colonel-limits': ({ colonel: { pages, limits: words } }) => [
    h1(pages.colonelLimits.heading),
    section(
      words.now,
      '- list:',
      '  - listitem:',
      `    ${node('button', `${words.lift} ${words.names.signIn}`)}`,
      '  - listitem:',
      '    - paragraph:',
      '      - link "000000aa"',
      `    ${node('button', `${words.lift} ${words.names.export}`)}`,
    ),
    [
      node('region', words.all, ':'),
      `  ${h2(words.all)}`,
      indented(table(words.all, [words.what, words.whose, words.bound])),
    ].join('\n'),
  ],
  'colonel-system-trouble': ({ colonel: { pages, system } }) => [
    h1(pages.colonelSystem.heading),
    section(
      system.trouble.title,
      '- list:',
      '  - listitem:',
      `    ${node('button', system.settle.open.RETRY)}`,
      `    ${node('button', system.settle.open.DISCARD)}`,
    ),
    section(system.services.title),
    section(system.consumers.title),
  ],
  'colonel-audit': ({ colonel: { pages, audit } }) => [
    h1(pages.colonelAudit.heading),
    node('form', audit.filters.title, ':'),
    ...[
      node('searchbox', audit.filters.search),
      node('button', audit.filters.apply),
      node('button', audit.filters.more),
      node('button', audit.views.title),
      node('button', audit.lookUp.title),
      node('list', audit.filters.title),
    ].map((line) => `  ${line}`),
    node('grid', audit.list, ':'),
    '  - row:',
    ...(['time', 'actor', 'action', 'target', 'outcome', 'where'] as const).map(
      (name) => `    ${node('columnheader', audit.columns[name])}`,
    ),
    '  - rowgroup:',
    '    - row',
  ],
};

for (const [uiLocale, locale] of [
  ['en', 'en-US'],
  ['he', 'he-IL'],
] as const) {
  test.describe(`in ${uiLocale}`, () => {
    test.use({ uiLocale, locale });

    for (const [name, snapshot] of Object.entries(screens)) {
      test(`a screen reader is told of ${name}`, async ({ stage, page, texts }) => {
        await stateNamed(name).enter(stage);
        await expect(page.locator('main')).toMatchAriaSnapshot(snapshot(texts).join('\n'));
      });
    }
  });
}
