import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findPostgresTools, noPostgresTools } from './find-postgres-tools.js';
import { giveUp, root } from './project.js';
import {
  headingOf,
  holesIn,
  imagesOf,
  licenceList,
  licencesOf,
  lockWithVersion,
  shippedOf,
  whyNotNext,
  withHeading,
  withVersion,
} from './release-parts.js';
import { run, runNode } from './run.js';

/**
 * `npm run release -- --prepare 1.20.3`: gives every package the version, the changelog its heading, and keeps data of this
 * version for the tests of later ones. Commit what it changed.
 *
 * `npm run release [-- --without-images]`: checks the commit, and writes what is published to `dist/release/VERSION`: images where
 * Docker runs, the source, a list of what it is made of (CycloneDX) and of its licences, checksums. It tags and sends nothing.
 */
const usage = 'npm run release -- [--prepare VERSION | --without-images]';
const [word, given, ...more] = process.argv.slice(2);
const released = path.join('tests', 'system', 'upgrade', 'released');
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const write = (file, text) => fs.writeFileSync(path.join(root, file), text);
const say = (line) => process.stdout.write(`${line}\n`);

if (word === '--prepare' && given !== undefined && more.length === 0) await prepare(given);
else if (word === undefined || (word === '--without-images' && given === undefined)) await release(word === undefined);
else giveUp(usage);

async function prepare(version) {
  const { version: current } = JSON.parse(read('package.json'));
  const problem = whyNotNext(version, current, read('CHANGELOG.md'));
  if (problem) giveUp(problem);
  await ensureInstalled();
  for (const file of packageFiles()) write(file, jsonText(withVersion(JSON.parse(read(file)), version)));
  write('package-lock.json', jsonText(lockWithVersion(JSON.parse(read('package-lock.json')), version)));
  write('CHANGELOG.md', withHeading(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10)));
  await keepData(path.join(root, released, version));
  say(`\nVersion ${version} is prepared. Commit what has changed, then: npm run release`);
}

async function release(withImages) {
  const { version } = JSON.parse(read('package.json'));
  refuseUnlessReady(version);
  await ensureInstalled();
  if ((await run('npm', ['run', 'check'])) !== 0) giveUp('npm run check has failed: see above.');
  refuseKnownHoles();
  await refuseOtherData(version);
  const target = path.join(root, 'dist', 'release', version);
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  const counts = writeLists(version, target);
  const tarball = path.join(target, `onceover-${version}.tar.gz`);
  git('archive', '--format=tar.gz', `--prefix=onceover-${version}/`, '-o', tarball, 'HEAD');
  const images = withImages ? await buildImages(version) : 'left out';
  writeChecksums(target);
  say(`\nVersion ${version} is in ${path.relative(root, target)}:`);
  for (const name of fs.readdirSync(target)) say(`  ${name}  ${fs.statSync(path.join(target, name)).size} bytes`);
  say(`  components ${counts.components}, of others ${counts.foreign}; images: ${images}`);
  say(`Publish it, then: git tag v${version} && git push origin v${version}`);
}

/** Nothing is published that nobody can check out again. */
function refuseUnlessReady(version) {
  const others = packageFiles().filter((file) => JSON.parse(read(file)).version !== version);
  if (others.length > 0) giveUp(`These packages are not of version ${version}: ${others.join(', ')}. ${usage}`);
  if (git('status', '--porcelain') !== '') giveUp('There are uncommitted changes: commit or stash them.');
  if (!headingOf(read('CHANGELOG.md'), version))
    giveUp(`CHANGELOG.md has no heading of ${version}: npm run release -- --prepare ${version} writes it.`);
  if (git('tag', '--list', `v${version}`) !== '')
    giveUp(`Version ${version} was released: there is a tag v${version}.`);
}

/** Nothing is published while npm's registry knows of a critical or high hole in it. Where that cannot be asked, it is said. */
function refuseKnownHoles() {
  const npm = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const report = npm.stdout?.startsWith('{') ? JSON.parse(npm.stdout) : {};
  const holes = holesIn(report);
  if (holes === undefined)
    say(`\nKnown holes of libraries could not be asked for: ${report.message ?? npm.stderr?.trim()}`);
  else if (holes.length > 0) giveUp(`These libraries have a known hole; replace them first:\n  ${holes.join('\n  ')}`);
}

/** What this version leaves behind is kept with it: made again, it must say the same of what is read, written, asked and answered. */
async function refuseOtherData(version) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'onceover-release-'));
  try {
    await keepData(path.join(place, version));
    const contractIn = (directory) => {
      const file = path.join(directory, 'contract.json.gz');
      return fs.existsSync(file) ? gunzipSync(fs.readFileSync(file)).toString('utf8') : '';
    };
    if (contractIn(path.join(place, version)) === contractIn(path.join(root, released, version))) return;
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
  giveUp(
    `${released}/${version} is not what this commit leaves behind. Make it again, commit it, then release: node tests/system/upgrade/make-released.ts`,
  );
}

async function keepData(target) {
  const tools = await findPostgresTools();
  if (tools === undefined) giveUp(noPostgresTools);
  await ensureWebBuilt();
  const env = { EMBEDDED_MAIN: await ensureBundled('embedded'), PG_DUMP: path.join(tools, 'pg_dump') };
  if ((await runNode(path.join('tests', 'system', 'upgrade', 'make-released.ts'), [target], { env })) !== 0)
    giveUp('Data of this version could not be made. The messages above say why.');
}

/** The list of components, and that of licences; refuses one that does not fit. */
function writeLists(version, target) {
  const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (npm.status !== 0) giveUp(`npm could not list what is installed:\n${npm.stderr}`);
  const bom = shippedOf(JSON.parse(npm.stdout), version);
  const licences = licencesOf(bom);
  if (licences.unfit.length > 0) {
    const lines = licences.unfit.map(({ name, version: its, licence }) => `  ${name} ${its}: ${licence}`);
    giveUp(
      `These licences do not fit, or are not known (infra/bootstrap/release-parts.js lists those that do):\n${lines.join('\n')}`,
    );
  }
  fs.writeFileSync(path.join(target, `onceover-${version}.cdx.json`), jsonText(bom));
  fs.writeFileSync(path.join(target, 'licences.tsv'), licenceList(licences));
  return { components: bom.components.length, foreign: licences.rows.length };
}

/** Built and named here; whoever publishes them sends them. Says so where there is no engine to build them with. */
async function buildImages(version) {
  const names = imagesOf(read('Dockerfile'));
  const words = (name) => ['build', '--target', name, '--tag', `onceover/${name}:${version}`, '.'];
  if (spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 20000 }).status !== 0) {
    say('\nNo Docker runs here, so these images were not built:');
    for (const name of names) say(`  docker ${words(name).join(' ')}`);
    return 'not built';
  }
  for (const name of names)
    if ((await run('docker', words(name))) !== 0) giveUp(`The image ${name} could not be built.`);
  return names.map((name) => `onceover/${name}:${version}`).join(', ');
}

function writeChecksums(target) {
  const lines = fs.readdirSync(target).map((name) => {
    const sum = createHash('sha256')
      .update(fs.readFileSync(path.join(target, name)))
      .digest('hex');
    return `${sum}  ${name}`;
  });
  fs.writeFileSync(path.join(target, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}

/** Of the repository and of each of its packages. */
function packageFiles() {
  const { workspaces } = JSON.parse(read('package.json'));
  const directories = workspaces.flatMap((place) => {
    if (!place.endsWith('/*')) return [place];
    const above = place.slice(0, -2);
    return fs.readdirSync(path.join(root, above)).map((name) => `${above}/${name}`);
  });
  const files = directories.map((directory) => `${directory}/package.json`);
  return ['package.json'].concat(files.filter((file) => fs.existsSync(path.join(root, file))));
}

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) giveUp(`git ${words[0]} has failed: ${stderr.trim()}`);
  return stdout.trim();
}

function jsonText(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
