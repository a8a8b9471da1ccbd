import { readConfiguration } from './config.js';

const ADDRESSES = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
const SECRET = 'x'.repeat(32);

describe('secrets', () => {
  it('have no default in production', () => {
    const production = { ...ADDRESSES, NODE_ENV: 'production' };
    expect(() => readConfiguration(production)).toThrow(/PASSWORD_PEPPER.*SECRET_KEY/);
    expect(() => readConfiguration({ ...production, PASSWORD_PEPPER: SECRET, SECRET_KEY: 'short' })).toThrow(
      /SECRET_KEY/,
    );
    expect(readConfiguration({ ...production, PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET })).toMatchObject({
      PASSWORD_PEPPER: SECRET,
    });
  });

  it('differ from each other where they are made up for development', () => {
    const values = readConfiguration(ADDRESSES);
    expect(values.PASSWORD_PEPPER.length).toBeGreaterThanOrEqual(32);
    expect(values.PASSWORD_PEPPER).not.toBe(values.SECRET_KEY);
  });
});
