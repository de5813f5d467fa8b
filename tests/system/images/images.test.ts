import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageUser, makeRoot, runIn } from '@onceover/images/container';
import { afterAll, describe, expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { freePorts } from '../../support/spawn-split.ts';

/**
 * An image is these files and nothing else. So it is tried without an engine for containers: the files are all that a process sees,
 * and it runs as the image's user.
 */
const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const made = mkdtempSync(path.join(tmpdir(), 'onceover-images-'));
const mounted = new DisposableStack();
const NOT_ROOT = 'this user may not give a process another root';
afterAll(() => {
  mounted.dispose();
  rmSync(made, { recursive: true, force: true });
});

function assemble(kind: 'embedded' | 'distributed', name: string): string {
  const target = path.join(made, name);
  const script = path.join(checkout, 'infra/images/src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, kind, target], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return target;
}

/** Every file by its place, with its mode and what is in it. */
function contentsOf(files: string): readonly string[] {
  return globSync('**', { cwd: files })
    .toSorted()
    .map((place) => {
      const file = path.join(files, place);
      const found = lstatSync(file);
      const read = () => (found.isFile() ? readFileSync(file) : '');
      const sha256 = createHash('sha256').update(found.isSymbolicLink() ? readlinkSync(file) : read());
      return `${place} ${found.mode.toString(8)} ${found.mtimeMs} ${sha256.digest('hex')}`;
    });
}

/**
 * The root of a container: what the Dockerfile copies, in the same places, with what an engine adds to it. Undefined where this user
 * may not make one.
 */
function rootOf(files: string): string | undefined {
  const root = `${files}-root`;
  try {
    makeRoot(files, root, ['runtime', 'application', 'state'], mounted);
  } catch (error) {
    if (/^(?:mknod|mount) failed/.test(String((error as Error).message))) return undefined;
    throw error;
  }
  for (const name of ['onceover', 'onceover-keys'])
    chownSync(path.join(root, 'var/lib', name), imageUser.id, imageUser.id);
  mkdirSync(path.join(root, 'dev/shm'), { recursive: true });
  chmodSync(path.join(root, 'dev/shm'), 0o777);
  return root;
}

/** What is made or changed in a root from now on: where the image says that its state is, and anywhere else. */
function watchRoot(root: string): () => { readonly state: readonly string[]; readonly elsewhere: readonly string[] } {
  const since = `${root}-since`;
  writeFileSync(since, '');
  return () => {
    const { status, stdout, stderr } = spawnSync('find', [root, '-xdev', '-cnewer', since, '-printf', '%P\\n'], {
      encoding: 'utf8',
      maxBuffer: 1024 ** 3,
    });
    if (status !== 0) throw new Error(stderr);
    const found = stdout.split('\n').filter((name) => name !== '');
    const isState = (name: string) => /^(?:var\/lib\/onceover(?:-keys)?|tmp|dev\/shm)(?:\/|$)/.test(name);
    return { state: found.filter(isState), elsewhere: found.filter((name) => !isState(name)) };
  };
}

test('made twice, the files of an image are the same, with the same modes and times', () => {
  const [one = '', other = ''] = ['one', 'other'].map((name) => assemble('distributed', name));
  expect(contentsOf(other)).toEqual(contentsOf(one));
});

describe('with nothing but its files', () => {
  test('all in one process opens a secret once, tells its health, takes commands, and stops cleanly', async ({
    skip,
  }) => {
    const root = rootOf(assemble('embedded', 'embedded')) ?? skip(NOT_ROOT);
    const [port = 0] = await freePorts(1);
    const settings = {
      ONCEOVER_HOST: '0.0.0.0',
      ONCEOVER_PORT: String(port),
      ONCEOVER_SITE_HOST: `localhost:${port}`,
      ONCEOVER_DATA_DIR: '/var/lib/onceover/data',
      ONCEOVER_KEYS_DIR: '/var/lib/onceover-keys',
    };
    const onceover = (...words: string[]) => runIn(root, ['onceover', ...words], settings);
    const isWritten = watchRoot(root);
    const early = onceover('health');
    expect(await early.ended).toBe(1);
    expect(early.output).toContain('not ready: nothing listens');

    const system = onceover();
    try {
      await expect.poll(() => system.output, { timeout: 60_000 }).toContain('Onceover is ready');
      using client = new ApiClient(`http://localhost:${port}`);
      const { secretKey } = await client.conceal('once');
      expect((await client.reveal(secretKey)).status).toBe(200);
      expect((await client.reveal(secretKey)).status).toBe(404);
      expect((await client.get('/')).status).toBe(200);
      const health = onceover('health');
      expect([await health.ended, health.output]).toEqual([0, 'ready\n']);
      const doctor = onceover('doctor');
      expect(await doctor.ended, doctor.output).toBe(0);
      expect(doctor.output).toMatch(/ok {5}running .*\n[\s\S]*ok {5}keys .*\n[\s\S]*private trial/);
      const keys = onceover('keys', 'status');
      expect([await keys.ended, keys.output]).toEqual([0, expect.stringContaining('Everything is in order.')]);
    } finally {
      system.child.kill('SIGTERM');
    }
    expect(await system.ended).toBe(0);
    expect(programsOf(root)).toEqual(['bin/sh', 'usr/local/bin/node', 'usr/local/bin/onceover']);
    const written = isWritten();
    expect(written.state.length).toBeGreaterThan(0);
    expect(written.elsewhere).toEqual([]);
  });

  test('every process starts, and says in one message which settings it needs', async ({ skip }) => {
    const root = rootOf(assemble('distributed', 'distributed')) ?? skip(NOT_ROOT);
    expect(programsOf(root)).toEqual(['usr/local/bin/node']);
    const bundle = path.join(checkout, 'bundle');
    const [unused = 0] = await freePorts(1);
    const start = async (file: string, ...words: string[]) => {
      const env: Record<string, string> = words[0] === 'gateway' ? { ONCEOVER_PORT: String(unused) } : {};
      const process = runIn(root, ['node', path.join(bundle, file), ...words], env);
      return { code: await process.ended, output: process.output };
    };
    for (const name of ['accounts', 'secrets', 'notifications', 'audit', 'gateway', 'relay']) {
      const { code, output } = await start('main.js', name);
      expect([name, code]).toEqual([name, 1]);
      expect(output).toMatch(/The configuration has \d+ problem\(s\):\n {2}- ONCEOVER_/);
    }
    expect(await start('main.js', 'gateway', 'health')).toMatchObject({
      code: 1,
      output: expect.stringContaining('nothing listens'),
    });
    expect(await start('main.js', 'relay', 'health')).toMatchObject({
      code: 1,
      output: expect.stringContaining('ONCEOVER_METRICS_PORT'),
    });
    expect(await start('key-store.js', 'health')).toMatchObject({ code: 1 });
    expect(await start('key-store.js')).toMatchObject({ code: 1 });
    expect(await start('main.js', 'secrets', 'keys', 'status')).toMatchObject({
      code: 1,
      output: expect.stringContaining('ONCEOVER_'),
    });
    expect(await start('main.js', 'gateway', 'keys', 'status')).toMatchObject({ code: 2 });
    for (const name of ['gateway', 'audit']) {
      const said = { code: 2, output: expect.stringContaining('ONCEOVER_') };
      expect(await start('main.js', name, 'doctor')).toMatchObject(said);
    }
  });
});

/** What can be started by its name. */
function programsOf(root: string): readonly string[] {
  return globSync('{bin,sbin,usr/bin,usr/sbin,usr/local/bin}/*', { cwd: root }).toSorted();
}
