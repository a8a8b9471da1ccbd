import { createServer, type AddressInfo, type Server } from 'node:net';
import { createDataSource } from '../../database/data-source.js';
import { until } from '../../test/gateway.js';
import { openSubscriber } from '../redis/redis.js';
import { readConfiguration } from './config.js';
import { requireSafeRedis, requireSafeTraces, requireSafeTransport } from './safe-transport.js';
import { addressOf } from './secrets.js';

const PRODUCTION = { NODE_ENV: 'production', PRIVATE_NETWORK_HOSTS: 'postgres, redis' };
const DATABASES = ['DATABASE', 'DATABASE_WORKER', 'DATABASE_FEED', 'DATABASE_OWNER'] as const;

describe('in production', () => {
  it.each([
    'postgres://u:secret@db.example/d',
    'postgres://u:secret@10.0.0.7:5432/d',
    'postgres://u:secret@[fd00::7]/d',
    'postgres://u:secret@db.example/d?sslmode=disable',
    'postgres://u:secret@db.example/d?sslmode=prefer',
    'postgres://u:secret@db.example/d?sslmode=require',
    'postgres://u:secret@db.example/d?sslmode=no-verify',
    'postgres://u:secret@db.example/d?sslmode=verify-full&sslmode=disable',
    'postgres://u:secret@db.example/d?sslmode=verify-full&ssl=0',
    'postgres://u:secret@127.0.0.1/d?host=db.example',
    'postgres://u:secret@127.0.0.1.example/d',
    'postgres://u:secret@postgres.example/d',
    'redis://:secret@cache.example:6379',
    'redis://gateway:secret@192.168.1.1',
  ])('%s is refused, and its password is not said', (address) => {
    const refused = () => requireSafeTransport(PRODUCTION, 'ADDRESS', address);
    expect(refused).toThrow(/^Configuration is not usable\. ADDRESS: \S+ is another machine; production wants TLS/);
    expect(refused).not.toThrow(/secret/);
    // Nowhere else does anybody ask.
    expect(() => requireSafeTransport({ NODE_ENV: 'development' }, 'ADDRESS', address)).not.toThrow();
  });

  it.each([
    'postgres://u:secret@db.example/d?sslmode=verify-full',
    'postgres://u:secret@db.example/d?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://u:secret@127.0.0.1:5432/d',
    'postgres://u:secret@[::1]/d',
    'postgres://u:secret@localhost/d',
    'postgres://u:secret@localhost/d?host=/var/run/postgresql',
    'postgres:///d',
    'postgres://u:secret@postgres:5432/d',
    'redis://gateway:secret@redis:6379',
    'redis://127.0.0.1:6379',
    'rediss://gateway:secret@cache.example:6380',
  ])('%s is taken', (address) => {
    expect(() => requireSafeTransport(PRODUCTION, 'ADDRESS', address)).not.toThrow();
  });

  it('what PGHOST adds to an address without a host counts, too', () => {
    const elsewhere = { ...PRODUCTION, PGHOST: 'db.example' };
    expect(() => requireSafeTransport(elsewhere, 'ADDRESS', 'postgres:///d')).toThrow(/db\.example/);
  });

  it.each(DATABASES)('no program reads %s of another machine in the open, the migration neither', (name) => {
    const environment = { ...PRODUCTION, [`${name}_URL`]: 'postgres://u@db.example/d' };
    expect(() => addressOf(environment, name)).toThrow(new RegExp(`${name}_URL: db.example`));
  });

  it('no process starts so', () => {
    const secrets = { PASSWORD_PEPPER: 'p'.repeat(32), SECRET_KEY: 's'.repeat(32), ROLES: 'worker' };
    const start = (addresses: Record<string, string>) => readConfiguration({ ...PRODUCTION, ...secrets, ...addresses });
    const [plain, safe] = ['postgres://u@db.example/d', 'postgres://u@db.example/d?sslmode=verify-full'];
    expect(() => start({ DATABASE_URL: plain, REDIS_URL: 'redis://redis' })).toThrow(/DATABASE_URL/);
    expect(() => start({ DATABASE_URL: safe, REDIS_URL: 'redis://cache.example' })).toThrow(/REDIS_URL/);
    expect(start({ DATABASE_URL: safe, REDIS_URL: 'rediss://cache.example' }).DATABASE_URL).toBe(safe);
  });
});

describe('what such an address asks for', () => {
  let server: Server;
  let heard: Buffer;

  /** A server that speaks no TLS: to Postgres' question for it it says no. */
  beforeEach(async () => {
    heard = Buffer.alloc(0);
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (part) => {
        heard = Buffer.concat([heard, part]);
        if (heard.length === 8) socket.write('N');
        else socket.destroy();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterEach(() => new Promise((done) => server.close(done)));
  const port = () => (server.address() as AddressInfo).port;

  it('of Postgres: TLS before a name or a password is sent, and nothing without it', async () => {
    const url = `postgres://u:secret@127.0.0.1:${port()}/d?sslmode=verify-full`;
    await expect(createDataSource(url, 1).initialize()).rejects.toThrow(/does not support SSL/);
    // The whole of it: the length and the number that asks for TLS.
    expect(heard.toString('hex')).toBe('0000000804d2162f');
  });

  it.each([
    ['of Redis', () => ({ REDIS_URL: `rediss://gateway:secret@127.0.0.1:${port()}` })],
    [
      'of a cluster',
      () => ({ REDIS_URL: 'rediss://gateway:secret@127.0.0.1:1', REDIS_CLUSTER: `127.0.0.1:${port()}` }),
    ],
  ])('%s: a TLS handshake, and no command in the open', async (_where, settings) => {
    const redis = openSubscriber(
      readConfiguration({ NODE_ENV: 'test', DATABASE_URL: 'postgres://u@127.0.0.1:1/d', ...settings() }),
    );
    await until('something is said', () => heard.length > 0);
    redis.disconnect();
    // A record of a handshake, of TLS.
    expect(heard.subarray(0, 2).toString('hex')).toBe('1603');
    expect(heard.toString('latin1')).not.toMatch(/secret|AUTH/i);
  });
});

describe.each(['REDIS_SENTINELS', 'REDIS_CLUSTER'])('%s in production', (name) => {
  const values = { ...PRODUCTION, REDIS_URL: 'redis://gateway:secret@redis', REDIS_SENTINELS: [], REDIS_CLUSTER: [] };

  it.each([
    ['other.example:26379'],
    ['10.0.0.7:26379'],
    ['redis:26379', 'other.example:26379'],
    ['127.0.0.1.example:26379'],
    ['[fd00::7]:26379'],
  ])('are not asked in the open: %s %s', (...addresses) => {
    const named = { ...values, [name]: addresses };
    const refused = () => requireSafeRedis(named);
    expect(refused).toThrow(new RegExp(String.raw`${name}: \S+ is another machine; production wants TLS`));
    expect(refused).not.toThrow(/secret/);
    expect(() => requireSafeRedis({ ...named, NODE_ENV: 'development' })).not.toThrow();
    expect(() => requireSafeRedis({ ...named, REDIS_URL: 'rediss://redis' })).not.toThrow();
  });

  it.each([[[]], [['redis:26379', 'postgres:26379']], [['127.0.0.1:26379', '[::1]:26380']]])(
    'may be %s',
    (addresses: string[]) => {
      expect(() => requireSafeRedis({ ...values, [name]: addresses })).not.toThrow();
    },
  );

  it.each(['redis', 'redis:', 'redis:0', 'redis:port', 'redis://redis:26379', 'fd00::7:26379', 'redis:26379/0'])(
    'are named with their port: not %s',
    (addresses) => {
      const start = () =>
        readConfiguration({
          NODE_ENV: 'test',
          DATABASE_URL: 'postgres://u@127.0.0.1/d',
          REDIS_URL: 'redis://127.0.0.1',
          [name]: addresses,
        });
      expect(start).toThrow(`${name}.0: host:port is wanted of each`);
    },
  );
});

describe('traces in production', () => {
  it.each([
    'http://collector.example:4318/v1/traces',
    'http://10.0.0.7:4318/v1/traces',
    'http://postgres.example/v1/traces',
  ])('do not go to %s', (TRACES_URL) => {
    expect(() => requireSafeTraces({ ...PRODUCTION, TRACES_URL })).toThrow(/TRACES_URL: \S+ is another machine/);
    expect(() => requireSafeTraces({ ...PRODUCTION, NODE_ENV: 'development', TRACES_URL })).not.toThrow();
  });

  it.each([
    '',
    'https://collector.example/v1/traces',
    'http://127.0.0.1:4318/v1/traces',
    'http://[::1]:4318/v1/traces',
    'http://redis:4318/v1/traces',
  ])('may go to "%s"', (TRACES_URL) => {
    expect(() => requireSafeTraces({ ...PRODUCTION, TRACES_URL })).not.toThrow();
  });
});
