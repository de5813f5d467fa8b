/** What `npm run release` decides by, without a file or a program. */

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether it is written as versions are: three numbers. */
export const isVersion = (text) => /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.test(text);

/** The heading of a version in the changelog, such as `## 1.20.3 — 2026-11-26`; undefined where there is none. */
export function headingOf(changelog, version) {
  return changelog.split('\n').find((line) => line.startsWith('## ') && line.slice(3).split(' ')[0] === version);
}

/** The changelog with what was unreleased below the heading of a version. */
export function withHeading(changelog, version, date) {
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} — ${date}`);
}

/** Why a version cannot be prepared, as a sentence; undefined where it can. */
export function whyNotNext(version, current, changelog) {
  if (!isVersion(version)) return `${version} is not a version: give three numbers, such as 1.20.3.`;
  if (byNumbers.compare(version, current) < 0) return `${version} is older than ${current}, which the packages have.`;
  if (headingOf(changelog, version)) return `CHANGELOG.md has a heading of ${version} already.`;
  if (!/^## Unreleased$/m.test(changelog)) return 'CHANGELOG.md has no heading "Unreleased".';
  return undefined;
}

/** A package file with a version, also where it depends on other packages of the repository. */
export function withVersion(about, version) {
  const raised = (dependencies) =>
    dependencies &&
    Object.fromEntries(
      Object.entries(dependencies).map(([name, wanted]) => [name, name.startsWith('@onceover/') ? version : wanted]),
    );
  const { dependencies, devDependencies } = about;
  return Object.assign(
    {},
    about,
    { version },
    dependencies && { dependencies: raised(dependencies) },
    devDependencies && { devDependencies: raised(devDependencies) },
  );
}

/** The lock file likewise: the repository's own packages are those outside `node_modules`. */
export function lockWithVersion(lock, version) {
  const packages = Object.entries(lock.packages).map(([place, about]) => {
    const isOwn = !place.includes('node_modules/') && about.version !== undefined;
    return [place, isOwn ? withVersion(about, version) : about];
  });
  return Object.assign({}, lock, { version, packages: Object.fromEntries(packages) });
}

/** The images of a Dockerfile: its stages that are not made for others alone. */
export function imagesOf(dockerfile) {
  const stages = [...dockerfile.matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name]) => name);
  return stages.filter((name) => !/^(checkout|process|service)$|-files$/.test(name));
}

/** Libraries with a known hole that is critical or high, a line each; undefined where the registry was not asked. */
export function holesIn({ vulnerabilities }) {
  if (vulnerabilities === undefined) return undefined;
  const severe = Object.values(vulnerabilities).filter(({ severity }) => /^(critical|high)$/.test(severity));
  return severe.map(({ name, range, severity }) => `${name} ${range}: ${severity}`);
}

/** What is shipped: the packages that programs and web app are made of, by their names. */
const SHIPPED = ['@onceover/distributed', '@onceover/embedded', '@onceover/keys', '@onceover/web'];

/** A CycloneDX document of npm's with what is shipped alone: tests and tools are workspaces like any other to npm. */
export function shippedOf(bom, version) {
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn || []]));
  const isRoot = (ref) =>
    SHIPPED.some((name) => ref.startsWith(`${name}@`)) || /^node-(linux|bin|darwin|win)-/.test(ref);
  const seen = new Set();
  const waiting = [...needs.keys()].filter(isRoot);
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (!seen.has(ref)) waiting.push(...(needs.get(ref) || []));
    seen.add(ref);
  }
  const component = Object.assign({}, bom.metadata.component, { name: 'onceover', type: 'application', version });
  const own = component['bom-ref'];
  const isKept = ({ ref }) => seen.has(ref);
  const roots = [...needs.keys()].filter((ref) => isRoot(ref) && seen.has(ref));
  return Object.assign({}, bom, {
    metadata: Object.assign({}, bom.metadata, { component }),
    components: bom.components.filter((each) => seen.has(each['bom-ref'])).map(withUris),
    dependencies: [{ ref: own, dependsOn: roots }].concat(bom.dependencies.filter(isKept)),
  });
}

/** The format asks for URIs, and packages say `git@example.com:a/b.git` as well, which npm repeats as it is. */
function withUris(component) {
  const { externalReferences = [] } = component;
  return Object.assign({}, component, {
    externalReferences: externalReferences.filter(({ url }) => URL.canParse(url)),
  });
}

/** Licences that may be shipped in a program whose source is not given away. */
const FITTING = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['PostgreSQL', 'Python-2.0', 'Unlicense'],
]);

/** Of "A OR B" one has to fit, of "A AND B" both. */
function fits(expression) {
  const words = expression.replaceAll(/[()]/g, ' ').trim();
  return words.split(/\s+OR\s+/).some((either) => either.split(/\s+AND\s+/).every((each) => FITTING.has(each.trim())));
}

/** Name, version and licence of each component that others have written, and those whose licence does not fit. */
export function licencesOf(bom) {
  const foreign = bom.components.filter((each) => !each['bom-ref'].startsWith('@onceover/'));
  const rows = foreign.map(({ 'bom-ref': ref, version, licenses = [] }) => {
    const said = licenses.map(({ license, expression }) => expression || license.id || license.name);
    return { name: ref.slice(0, ref.lastIndexOf('@')), version, licence: said.join(' AND ') || 'unknown' };
  });
  const sorted = rows.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return { rows: sorted, unfit: sorted.filter(({ licence }) => !fits(licence)) };
}

/** The list as a text: a line each, with tabs between. */
export function licenceList({ rows }) {
  return `${['name\tversion\tlicence', ...rows.map(({ name, version, licence }) => `${name}\t${version}\t${licence}`)].join('\n')}\n`;
}
