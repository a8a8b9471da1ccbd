import { rateOf } from './exchange-rate.rules.js';

describe('a rate in yuan', () => {
  it.each(['7.1', '0.01', '10000', '7.123456'])('may be %s', (text) => expect(rateOf(text)).toBe(text));

  it.each(['', '0', '0.009', '10000.1', '-7', '7.1234567', '7,1', '1e1', 'NaN', ' 7'])('may not be "%s"', (text) =>
    expect(rateOf(text)).toBeNull(),
  );
});
