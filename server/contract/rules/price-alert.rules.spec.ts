import { type AlertKind, alertValueProblem, isAlreadyThere, levelOf } from './price-alert.rules.js';

const UNIT = 10n ** 18n;

describe('the value of an alert', () => {
  it.each<[AlertKind, string, number, string | null]>([
    ['rise', '70000.5', 2, null],
    ['rise', '70000.505', 2, 'decimals'],
    ['rise', '0.01', 2, null],
    ['rise', '0', 2, 'range'],
    ['fall', '1', 0, null],
    ['fall', '-1', 0, 'range'],
    ['cross', '1e5', 2, 'format'],
    ['cross', '01', 2, 'format'],
    ['cross', '999999999999', 2, null],
    ['cross', '1000000000000', 2, 'range'],
    ['percent-up', '0.1', 8, null],
    ['percent-up', '0.09', 8, 'range'],
    ['percent-up', '1000', 8, null],
    ['percent-up', '1000.01', 8, 'range'],
    ['percent-up', '5.125', 8, 'decimals'],
    ['percent-down', '99', 8, null],
    ['percent-down', '99.01', 8, 'range'],
    ['funding-above', '-0.0125', 8, null],
    ['funding-above', '0', 8, null],
    ['funding-below', '5.0001', 8, 'range'],
    ['funding-below', '-5', 8, null],
    ['funding-below', '0.00001', 8, 'decimals'],
    ['margin-above', '99', 8, null],
    ['margin-above', '99.01', 8, 'range'],
    ['margin-above', '0.99', 8, 'range'],
  ])('%s %s with prices of %i decimals: %s', (kind, value, scale, problem) => {
    expect(alertValueProblem(kind, value, scale)).toBe(problem);
  });

  it('of a fall in percent is below zero', () => {
    expect([levelOf('percent-down', '5'), levelOf('percent-up', '5')]).toEqual([-5n * UNIT, 5n * UNIT]);
  });

  it.each<[AlertKind, bigint, bigint, boolean]>([
    ['rise', 100n, 100n, true],
    ['rise', 100n, 99n, false],
    ['fall', 100n, 100n, true],
    ['fall', 100n, 101n, false],
    ['cross', 100n, 100n, true],
    ['cross', 100n, 101n, false],
    ['percent-down', -5n, -6n, true],
    ['percent-down', -5n, -4n, false],
  ])('%s to %s is there at %s: %s', (kind, level, figure, isThere) => {
    expect(isAlreadyThere(kind, level, figure)).toBe(isThere);
  });
});
