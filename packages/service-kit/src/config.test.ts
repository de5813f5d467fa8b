import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, defineConfig, loadConfig, shownSettings } from './config.ts';

const definition = defineConfig({
  port: { env: 'ONCEOVER_PORT', schema: z.coerce.number().int().min(1).max(65_535), default: 3000, doc: 'Port.' },
  token: { env: 'ONCEOVER_TOKEN', schema: z.string().min(4), sensitive: true, doc: 'A token.' },
});

const load = (env: Record<string, string>) => loadConfig({ web: definition }, env).web;

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('configuration', () => {
  test('a setting that is absent takes its default', () => {
    expect(load({ ONCEOVER_TOKEN: 'abcd' })).toEqual({ port: 3000, token: 'abcd' });
  });

  test('all problems are told together, unknown names among them', () => {
    const problems = problemsOf({ ONCEOVER_PORT: 'many', ONCEOVER_PROT: '1' });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toMatch(/ONCEOVER_PROT is not a setting/);
    expect(problems.join('\n')).toMatch(/ONCEOVER_PORT="many"/);
    expect(problems.join('\n')).toMatch(/ONCEOVER_TOKEN is required/);
  });

  test.each([
    ['ONCEOVER_PROT', 'did you mean ONCEOVER_PORT?'],
    ['ONCEOVER_TOKENS_FILE', 'did you mean ONCEOVER_TOKEN_FILE?'],
    ['ONCEOVER_CAPTCHA_DIFFICULTY', "see the README's table"],
  ])('%s is nobody’s: %s', (name, advice) => {
    expect(problemsOf({ ONCEOVER_TOKEN: 'abcd', [name]: '1' })).toEqual([`${name} is not a setting here; ${advice}`]);
  });

  test('what a shell has set for clients is no mistyped setting', () => {
    expect(
      problemsOf({ ONCEOVER_TOKEN: 'abcd', ONCEOVER_URL: 'http://127.0.0.1:3000', ONCEOVER_PROFILE: 'work' }),
    ).toEqual([]);
  });

  test('a sensitive setting is not shown at all, the others by their names', () => {
    const config = load({ ONCEOVER_TOKEN: 'abcd', ONCEOVER_PORT: '8080' });
    expect(shownSettings(definition, config)).toEqual([{ name: 'ONCEOVER_PORT', value: '8080' }]);
  });

  test('a sensitive value is never shown in a problem', () => {
    expect(problemsOf({ ONCEOVER_TOKEN: 'xyz' }).join()).not.toContain('xyz');
  });

  test('a sensitive setting may come from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'token');
    writeFileSync(file, 'from-file\n');
    expect(load({ ONCEOVER_TOKEN_FILE: file }).token).toBe('from-file');
    expect(problemsOf({ ONCEOVER_TOKEN_FILE: `${file}-missing` }).join()).toMatch(/cannot be read/);
  });

  test.each(['from-file', 'from-file\n', 'from-file\r\n', 'from-file \n\n', '\ufefffrom-file\r\n'])(
    'what editors put around the value in a file is not part of it: %j',
    (text) => {
      const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'token');
      writeFileSync(file, text);
      expect(load({ ONCEOVER_TOKEN_FILE: file }).token).toBe('from-file');
    },
  );

  test.each(['', '\n', ' \r\n'])(
    'a file with nothing in it is no value, and not a setting that is absent: %j',
    (text) => {
      const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'token');
      writeFileSync(file, text);
      expect(problemsOf({ ONCEOVER_TOKEN_FILE: file })).toEqual([
        'ONCEOVER_TOKEN_FILE: the file is empty; write the value into it, or remove the setting',
      ]);
    },
  );

  test('a new line at the end of a variable, as Kubernetes hands it over from a file, is not part of the value', () => {
    expect(load({ ONCEOVER_TOKEN: 'abcd\n', ONCEOVER_PORT: '80\r\n' })).toEqual({ port: 80, token: 'abcd' });
    expect(load({ ONCEOVER_TOKEN: ' ab\ncd ' }).token).toBe(' ab\ncd ');
  });

  test('names of other programs are left alone', () => {
    expect(problemsOf({ ONCEOVER_TOKEN: 'abcd', PATH: '/bin', ONCE: '1' })).toEqual([]);
  });
});
