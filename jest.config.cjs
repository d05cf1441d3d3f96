/** ESM-only packages that the CommonJS test runtime must see compiled. */
const esmOnly = ['typebox', '@sindresorhus', 'escape-string-regexp', 'get-port', 'marked'];

module.exports = {
  testEnvironment: '<rootDir>/test/world/environment.ts',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: {
    '^.+\\.(ts|m?js)$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  setupFiles: ['<rootDir>/test/world/fast-check.ts'],
  globalSetup: '<rootDir>/test/world/global-setup.ts',
  globalTeardown: '<rootDir>/test/world/global-teardown.ts',
  testTimeout: 180_000,
  maxWorkers: 2,
};
