import { isInstalled } from './install.mjs';

const lock = (packages: Record<string, { version?: string; optional?: boolean }>) => ({ packages });

describe('whether the installed packages are those of the lock file', () => {
  const wanted = lock({ '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } });

  it.each([
    ['all there', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } }, true],
    ['one missing', { 'node_modules/a': { version: '1.0.0' } }, false],
    ['another version', { 'node_modules/a': { version: '1.0.1' }, 'node_modules/b': { version: '2.0.0' } }, false],
    ['nothing recorded', {}, false],
  ])('%s', (_case, packages, expected) => {
    expect(isInstalled(wanted, lock(packages))).toBe(expected);
  });

  it("does not miss another platform's optional package, but minds its version where it is there", () => {
    const optional = lock({ 'node_modules/only-elsewhere': { version: '1.0.0', optional: true } });
    expect(isInstalled(optional, lock({}))).toBe(true);
    expect(isInstalled(optional, lock({ 'node_modules/only-elsewhere': { version: '0.9.0' } }))).toBe(false);
  });
});
