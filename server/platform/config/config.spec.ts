import { deskUrl, readConfiguration } from './config.js';
import { FORMER_SECRETS } from './secrets.js';

const ADDRESSES = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
const SECRET = 'x'.repeat(32);

describe('secrets', () => {
  it('have no default in production', () => {
    const production = { ...ADDRESSES, NODE_ENV: 'production', PUBLIC_URL: 'https://trade.example' };
    expect(() => readConfiguration(production)).toThrow(/PASSWORD_PEPPER.*SECRET_KEY/);
    expect(() => readConfiguration({ ...production, PASSWORD_PEPPER: SECRET, SECRET_KEY: 'short' })).toThrow(
      /SECRET_KEY/,
    );
    expect(readConfiguration({ ...production, PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET })).toMatchObject({
      PASSWORD_PEPPER: SECRET,
      SECRETS_ORIGIN: 'given',
    });
  });

  it('differ from each other, and from those of every other run, where they are made up for tests', () => {
    const values = readConfiguration({ ...ADDRESSES, NODE_ENV: 'test' });
    expect(values.PASSWORD_PEPPER.length).toBeGreaterThanOrEqual(32);
    expect(values.PASSWORD_PEPPER).not.toBe(values.SECRET_KEY);
    expect(readConfiguration({ ...ADDRESSES, NODE_ENV: 'test' }).SECRET_KEY).not.toBe(values.SECRET_KEY);
    expect(values.SECRETS_ORIGIN).toBe('process');
  });

  it.each(['development', 'test', 'production'])('that are public or too short are refused in %s', (NODE_ENV) => {
    const given = { ...ADDRESSES, NODE_ENV, PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET };
    expect(() => readConfiguration({ ...given, SECRET_KEY: FORMER_SECRETS.SECRET_KEY })).toThrow(/SECRET_KEY.*public/);
    expect(() => readConfiguration({ ...given, PASSWORD_PEPPER: FORMER_SECRETS.PASSWORD_PEPPER })).toThrow(
      /PASSWORD_PEPPER.*public/,
    );
    expect(() => readConfiguration({ ...given, SECRET_KEY: 'secret '.repeat(6) })).toThrow(/SECRET_KEY.*public/);
    expect(() => readConfiguration({ ...given, SECRET_KEY: 'short' })).toThrow(/SECRET_KEY: at least 32/);
  });
});

it('whoever sends text messages in production says to which countries', () => {
  const production = { ...ADDRESSES, NODE_ENV: 'production', PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET };
  const sends = { ...production, PUBLIC_URL: 'https://trade.example', SMS_URL: 'https://sms.example' };
  expect(() => readConfiguration(sends)).toThrow(/SMS_DIAL_CODES: /);
  expect(readConfiguration({ ...sends, SMS_DIAL_CODES: '49, 86' }).SMS_DIAL_CODES).toEqual(['49', '86']);
  expect(readConfiguration({ ...sends, SMS_DIAL_CODES: '*' }).SMS_DIAL_CODES).toEqual(['*']);
  expect(readConfiguration({ ...sends, NODE_ENV: 'test' }).SMS_DIAL_CODES).toEqual([]);
});

describe('the address of the site', () => {
  const production = { ...ADDRESSES, NODE_ENV: 'production', PASSWORD_PEPPER: SECRET, SECRET_KEY: SECRET };

  it.each([undefined, 'http://trade.example', 'http://localhost:3000', 'ftp://trade.example'])(
    'must be said in production and be https: not %s',
    (PUBLIC_URL) => {
      expect(() => readConfiguration({ ...production, PUBLIC_URL })).toThrow(/PUBLIC_URL: .*https/);
      expect(readConfiguration({ ...production, PUBLIC_URL, ROLES: 'worker' }).ROLES).toEqual(['worker']);
    },
  );

  it.each(['*', 'https://a.example,*', 'http://a.example', 'https://*.example', 'https://a.example/path', 'null'])(
    'lets no socket in from %s in production',
    (ALLOWED_ORIGINS) => {
      const safe = { ...production, PUBLIC_URL: 'https://trade.example' };
      expect(() => readConfiguration({ ...safe, ALLOWED_ORIGINS })).toThrow(/ALLOWED_ORIGINS: /);
      expect(readConfiguration({ ...safe, NODE_ENV: 'test', ALLOWED_ORIGINS }).ALLOWED_ORIGINS).not.toEqual([]);
      const named = 'https://a.example,https://b.example:8443';
      expect(readConfiguration({ ...safe, ALLOWED_ORIGINS: named }).ALLOWED_ORIGINS).toHaveLength(2);
    },
  );
});

it('keeps the data folder out of the folder of the page', () => {
  const folders = (DATA_FOLDER: string, CLIENT_FOLDER: string) =>
    readConfiguration({ ...ADDRESSES, NODE_ENV: 'test', DATA_FOLDER, CLIENT_FOLDER });
  for (const data of ['dist/client', 'dist/client/files', './dist/client/../client/x']) {
    expect(() => folders(data, 'dist/client')).toThrow(/DATA_FOLDER: lies in CLIENT_FOLDER/);
  }
  expect(folders('.data', 'dist/client')).toMatchObject({ DATA_FOLDER: '.data' });
  expect(folders('dist/client-data', 'dist/client')).toMatchObject({ DATA_FOLDER: 'dist/client-data' });
});

describe('the address of the desk', () => {
  const of = (settings: Record<string, string>) =>
    deskUrl(
      readConfiguration({ ...ADDRESSES, NODE_ENV: 'test', PUBLIC_URL: 'https://trade.example:8443', ...settings }),
    ).origin;

  it('is that of the site, with the desk’s own port, unless it is said', () => {
    expect(of({})).toBe('https://trade.example:8443');
    expect(of({ OPS_PORT: '3900' })).toBe('https://trade.example:3900');
    expect(of({ OPS_PORT: '3900', OPS_URL: 'https://desk.example' })).toBe('https://desk.example');
    expect(of({ OPS_URL: '' })).toBe('https://trade.example:8443');
  });
});
