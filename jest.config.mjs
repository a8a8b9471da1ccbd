import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { EVERY_RUN } from './client/test/browser/every-run.mjs';

// Jest runs CommonJS; swc compiles our TypeScript and every package that ships only ES modules.
const nodeModules = new URL('./node_modules/', import.meta.url).pathname;
const packages = readdirSync(nodeModules)
  .filter((name) => !name.startsWith('.'))
  .flatMap((name) => (name.startsWith('@') ? readdirSync(nodeModules + name).map((sub) => `${name}/${sub}`) : [name]));
const esModuleOnly = packages.filter((name) => {
  const manifest = `${nodeModules}${name}/package.json`;
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
});

const commonJs = { type: 'commonjs' };
const typescript = (tsx) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
    module: commonJs,
    sourceMaps: 'inline',
  },
];
const javascript = [
  '@swc/jest',
  { swcrc: false, jsc: { target: 'es2022', parser: { syntax: 'ecmascript' } }, module: commonJs, sourceMaps: 'inline' },
];

const common = {
  transform: { '^.+\\.ts$': typescript(false), '^.+\\.tsx$': typescript(true), '^.+\\.m?js$': javascript },
  transformIgnorePatterns: [`/node_modules/(?!(${esModuleOnly.join('|')})/)(?!.*\\.mjs$)`],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.tsx', '$1.js'],
    '^@tabler/icons-react$': '<rootDir>/../client/test/icons.cjs',
    '\\.css$': '<rootDir>/../client/test/empty-style.ts',
  },
};

export default {
  // One more than two cores: journeys and faults wait for sockets and timers for a quarter of their time.
  maxWorkers: 3,
  // What packages remember of each file's classes is 20 MB: a process that has grown is slow, and is replaced.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/server/test/runner/long-first.mjs',
  // A bound against hanging, not an expectation of speed: the machine may be busy.
  testTimeout: 180_000,
  projects: [
    {
      displayName: 'server',
      rootDir: 'server',
      testEnvironment: '<rootDir>/test/runner/one-realm.mjs',
      runtime: '<rootDir>/test/runner/shared-packages.mjs',
      testMatch: ['<rootDir>/**/*.spec.ts'],
      setupFiles: ['<rootDir>/test/setup.ts'],
      setupFilesAfterEnv: ['<rootDir>/test/runner/second-try.ts'],
      ...common,
    },
    {
      displayName: 'client',
      rootDir: 'client',
      testEnvironment: 'jsdom',
      runtime: '<rootDir>/../server/test/runner/cached-modules.mjs',
      testMatch: ['<rootDir>/**/*.spec.tsx', '<rootDir>/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/', '<rootDir>/test/engines/'],
      setupFiles: ['<rootDir>/test/setup.ts'],
      ...common,
      moduleNameMapper: {
        ...common.moduleNameMapper,
        '/use-sheet-drawer$': '<rootDir>/test/sheet-drawer-at-hand.ts',
      },
    },
    {
      displayName: 'browser',
      rootDir: 'client',
      testEnvironment: '<rootDir>/test/browser/environment.mjs',
      runtime: '<rootDir>/../server/test/runner/shared-packages.mjs',
      testMatch:
        process.env.BROWSER_TESTS === 'every-run'
          ? EVERY_RUN.map((name) => `<rootDir>/test/browser/${name}.spec.ts`)
          : ['<rootDir>/test/browser/**/*.spec.ts'],
      setupFiles: ['<rootDir>/../server/test/setup.ts'],
      setupFilesAfterEnv: ['<rootDir>/../server/test/runner/second-try.ts'],
      ...common,
    },
    {
      displayName: 'engines',
      rootDir: 'client',
      testEnvironment: '<rootDir>/../server/test/runner/one-realm.mjs',
      runtime: '<rootDir>/../server/test/runner/shared-packages.mjs',
      testMatch: ['<rootDir>/test/engines/**/*.spec.ts'],
      setupFiles: ['<rootDir>/../server/test/setup.ts'],
      ...common,
    },
  ],
};
