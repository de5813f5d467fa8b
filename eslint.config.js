import tseslint from 'typescript-eslint';

/**
 * Only what Biome cannot do: rules that need types. A forgotten await on a query is our worst bug.
 * The second block keeps the web free of physical directions, which would break right-to-left pages.
 */
const physicalDirection =
  'Use a logical utility (ms-, me-, ps-, pe-, start-, end-, text-start, rounded-s …): physical ones break right-to-left pages.';

export default tseslint.config(
  { ignores: ['**/node_modules/**', '**/dist/**', '.turbo/**', '**/*.generated.ts', '**/*.js', '**/*.cjs'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['**/src/**/*.ts', '**/*.tsx'],
    ignores: ['**/*.test.ts', '**/*.int.test.ts', '**/*.prop.test.ts', 'web/src/**/*.test.tsx'],
    rules: { 'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['web/src/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "JSXAttribute[name.name='className'] Literal[value=/(^|[\\s:])-?(ml|mr|pl|pr|left|right|text-left|text-right|rounded-[lr]|border-[lr])(-|$|\\s)/]",
          message: physicalDirection,
        },
      ],
    },
  },
);
