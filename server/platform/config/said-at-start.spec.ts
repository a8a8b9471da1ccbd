import { readConfiguration, SETTINGS } from './config.js';
import { saidAtStart } from './said-at-start.js';

/** Of Postgres, as this user with this password. */
const address = (user: string, password: string, host = '127.0.0.1') => `postgres://${user}:${password}@${host}/d`;
const ADDRESSES = {
  DATABASE_URL: address('u', 'drawn-by-lot-7'),
  REDIS_URL: 'redis://:drawn-by-lot-8@127.0.0.1:1',
};
const SECRET = 'x'.repeat(32);
/** As it should be where real people come. */
const SOUND = {
  ...ADDRESSES,
  NODE_ENV: 'production',
  PASSWORD_PEPPER: SECRET,
  SECRET_KEY: SECRET,
  PUBLIC_URL: 'https://trade.example',
  SMTP_URL: 'smtp://mailer:drawn-by-lot-9@mail.example:587',
  OPERATIONS_MAIL: 'operations@trade.example',
};

const said = (environment: Record<string, string>) => saidAtStart(environment, readConfiguration(environment));

it('nothing is said where all is as it should be, whatever else the environment has', () => {
  const others = { PATH: '/bin', HOME: '/root', HOSTNAME: 'a', LANG: 'C', npm_config_cache: '/x', NODE_OPTIONS: '' };
  const cluster = {
    KUBERNETES_SERVICE_HOST: '10.0.0.1',
    KUBERNETES_PORT: 'tcp://10.0.0.1:443',
    TEST_REDIS_URL: 'redis://x',
  };
  expect(said({ ...SOUND, ...others, ...cluster })).toEqual([]);
});

describe('a setting that nobody reads', () => {
  it.each([
    ['REALTIME_SOCKETS_PER_USR', 'REALTIME_SOCKETS_PER_USER'],
    ['REALTIME_SOKCETS_PER_USER', 'REALTIME_SOCKETS_PER_USER'],
    ['DATABASE_POOLSIZE', 'DATABASE_POOL_SIZE'],
    ['SMPT_URL', 'SMTP_URL'],
    ['SMTP_URI', 'SMTP_URL'],
    ['ROLE', 'ROLES'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['SECOND_PERSON_HOUR', 'SECOND_PERSON_HOURS'],
    ['Holds_HOURS_SECURITY', 'HOLD_HOURS_SECURITY'],
    ['SECRET_KEY_FLIE', 'SECRET_KEY_FILE'],
    ['smtp_url_file', 'SMTP_URL_FILE'],
  ])('%s is named, with %s, which is one', (name, meant) => {
    expect(said({ ...SOUND, [name]: '1' })).toEqual([`${name}: there is no such setting; ${meant} is one`]);
  });

  it.each([
    ['DATABASE_POOL', 'DATABASE_POOL_SIZE'],
    ['S3_KEY', 'S3_ACCESS_KEY_ID'],
    ['ERASURE_DAYS', 'ERASURE_WAIT_DAYS is one'],
    ['DRAIN_MS', 'DRAIN_NOTICE_MS and REALTIME_DRAIN_MS are'],
    ['SOCKETS_PER_USER', 'REALTIME_SOCKETS_PER_USER is one'],
    ['S3_BUCKET_NAME', 'S3_BUCKET is one'],
    ['DATABASE_URL_UNPOOLED', 'DATABASE_URL is one'],
    ['smtp_url_prod', 'SMTP_URL is one'],
  ])('that has some of the words of one, or more of them, is named, too: %s, %s', (name, meant) => {
    const [line, ...others] = said({ ...SOUND, [name]: '1' });
    expect(line).toMatch(new RegExp(`^${name}: there is no such setting; .*${meant}`));
    expect(others).toEqual([]);
  });

  it('is named with every part of it left out, of every setting that has three words or more', () => {
    const long = SETTINGS.filter((name) => name.split('_').length > 2 && !name.endsWith('_FILE'));
    const unsaid = long.flatMap((name) => {
      const words = name.split('_');
      const shorter = words.slice(1).map((_, place) => words.toSpliced(place + 1, 1).join('_'));
      return shorter.filter((short) => !SETTINGS.includes(short) && said({ ...SOUND, [short]: '' }).length === 0);
    });
    expect(unsaid).toEqual([]);
  });

  it('of others is left alone, though it shares words with ours', () => {
    const others = {
      API_URL: 'x',
      KEY_ID: 'x',
      AWS_ACCESS_KEY_ID: 'x',
      PGHOST: 'x',
      MAIL_HOST: 'x',
      NODE_VERSION: '24',
    };
    expect(said({ ...SOUND, ...others, GATEWAY_SERVICE_PORT: '3000', HOST_IP: '10.0.0.1' })).toEqual([]);
  });

  it('is named without another where none is near, when it begins as ours do', () => {
    expect(said({ ...SOUND, REALTIME_WINDOW_OF_TIME: '1', WORKER_CONCURENCY: '4' })).toEqual([
      'REALTIME_WINDOW_OF_TIME: there is no such setting (server/documents/settings.md has all)',
      'WORKER_CONCURENCY: there is no such setting (server/documents/settings.md has all)',
    ]);
  });
});

describe('in production', () => {
  const without = (...names: (keyof typeof SOUND)[]) =>
    said(Object.fromEntries(Object.entries(SOUND).filter(([name]) => !names.includes(name as keyof typeof SOUND))));

  it('missing mail is said, and what follows from it; a feed sends none', () => {
    expect(without('SMTP_URL')).toEqual([
      expect.stringMatching(/^SMTP_URL and SMS_URL are not set: .*nobody can register/),
    ]);
    const sms = { SMS_URL: 'https://sms.example', SMS_DIAL_CODES: '*' };
    expect(said({ ...SOUND, ...sms, SMTP_URL: '' })).toEqual([
      expect.stringMatching(/^SMTP_URL is not set: .* by mail$/),
    ]);
    expect(without('OPERATIONS_MAIL')).toEqual([expect.stringMatching(/^OPERATIONS_MAIL is not set: /)]);
    expect(said({ ...SOUND, SMTP_URL: '', OPERATIONS_MAIL: '', ROLES: 'feed' })).toEqual([]);
  });

  it('plain http of the site stops a gateway, and is said by who serves nobody', () => {
    const plain = { ...SOUND, PUBLIC_URL: 'http://trade.example' };
    expect(() => said(plain)).toThrow(/PUBLIC_URL: .*https/);
    expect(said({ ...plain, ROLES: 'worker' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL: http:\/\/trade\.example is plain/),
    ]);
  });

  it.each([
    ['DATABASE_URL', address('gateway_app', 'postgres')],
    ['DATABASE_URL', address('gateway_app', 'gateway_app')],
    ['DATABASE_PASSWORD', 'development'],
    ['REDIS_URL', 'redis://:Redis@127.0.0.1'],
    ['REDIS_PASSWORD', 'foobared'],
    ['SMTP_URL', 'smtp://mailer:qwerty@mail.example'],
    ['SMS_TOKEN', 'changeme'],
    ['S3_SECRET_ACCESS_KEY', 'minioadmin'],
    ['AUDIT_ANCHORS_SECRET_ACCESS_KEY', 'minioadmin'],
  ])('nothing starts with a password in %s that everybody tries (%s), and it is not said which', (name, value) => {
    const start = () => readConfiguration({ ...SOUND, [name]: value });
    expect(start).toThrow(`Configuration is not usable. ${name}: its password is one that everybody tries first`);
    const [, password = value] = /:([^:@/]+)@/.exec(value) ?? [];
    expect(start).not.toThrow(new RegExp(`\\b${password}\\b(?!_URL)`));
  });

  it('a server of others that asks for no password is said', () => {
    const open = { ...SOUND, PRIVATE_NETWORK_HOSTS: 'redis', REDIS_URL: 'redis://redis:6379' };
    expect(said(open)).toEqual(['REDIS_URL: comes to redis without a password']);
    expect(said({ ...SOUND, REDIS_URL: 'redis://127.0.0.1:6379' })).toEqual([]);
  });
});

describe('elsewhere', () => {
  it('what production refuses is said', () => {
    const weak = {
      DATABASE_URL: address('u', 'development', 'db.example'),
      REDIS_URL: 'redis://127.0.0.1',
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://trade.example',
    };
    expect(said(weak)).toEqual([
      expect.stringMatching(/^PUBLIC_URL: http:\/\/trade\.example is plain http.*production refuses it$/),
      expect.stringMatching(/^DATABASE_URL: its password is one that everybody tries.*production refuses it$/),
    ]);
    expect(said({ ...weak, ...ADDRESSES, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  });
});
