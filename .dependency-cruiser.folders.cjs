const { options } = require('./.dependency-cruiser.cjs');

/**
 * What folders of one workspace take from each other points one way, tests apart: they stand beside what they test and start
 * whatever they need.
 */
module.exports = {
  forbidden: [
    {
      name: 'folders-point-one-way',
      severity: 'error',
      scope: 'folder',
      comment: 'Move what both need into one of them, or below both.',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: `${options.exclude.path}|/test-support/|\\.(test|e2e)\\.tsx?$` },
  },
};
