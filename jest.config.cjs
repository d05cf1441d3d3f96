module.exports = {
  testEnvironment: '<rootDir>/test/world/environment.ts',
  runtime: '<rootDir>/test/world/runtime.cjs',
  testSequencer: '<rootDir>/test/world/sequencer.cjs',
  // `--watch` and `--findRelatedTests` see the sources.
  roots: ['test', 'src', 'workflows', 'activities', 'migrations'].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  filter: '<rootDir>/test/world/tier-filter.cjs',
  transform: {
    '^.+\\.(ts|mjs)$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: '../jsx' } },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  setupFiles: ['<rootDir>/test/world/fast-check.ts'],
  globalSetup: '<rootDir>/test/world/global-setup.ts',
  globalTeardown: '<rootDir>/test/world/global-teardown.ts',
  testTimeout: 180_000,
  // More than cores: much of it waits (docs/decisions/0060).
  maxWorkers: 4,
  // A worker that has run a hundred files takes longer to end than half a second while others keep both cores busy.
  workerGracefulExitTimeout: 10_000,
};
