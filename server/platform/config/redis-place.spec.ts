import { readConfiguration } from './config.js';

const start = (settings: Record<string, string>) =>
  readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://u@127.0.0.1/d',
    REDIS_URL: 'redis://gateway:secret@127.0.0.1',
    REDIS_CLUSTER: 'one:6379,[fd00::7]:6380',
    ...settings,
  });

describe('REDIS_CLUSTER', () => {
  it.each(['redis://127.0.0.1', 'redis://127.0.0.1/', 'redis://127.0.0.1/0'])(
    'takes user, password and TLS from %s',
    (REDIS_URL) => {
      expect(start({ REDIS_URL }).REDIS_CLUSTER).toEqual(['one:6379', '[fd00::7]:6380']);
    },
  );

  it.each([
    [{ REDIS_SENTINELS: 'two:26379' }, 'REDIS_CLUSTER: REDIS_SENTINELS is set too'],
    [{ REDIS_URL: 'redis://gateway:secret@127.0.0.1/2' }, 'REDIS_URL: a cluster has the database 0 alone'],
    [{ REDIS_PREFIX: '{gateway}:' }, 'REDIS_PREFIX: with a brace in it'],
  ])('does not go with %j', (settings, words) => {
    expect(() => start(settings)).toThrow(`Configuration is not usable. ${words}`);
    expect(() => start(settings)).not.toThrow(/secret/);
    expect(() => start({ ...settings, REDIS_CLUSTER: '' })).not.toThrow();
  });
});
