import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { findProgram } from '../platform/embedded/services/programs.mjs';
import { readConfiguration, realMoneyOnSimulated } from '../platform/config/config.js';
import { deskPlace } from '../platform/http/entrances.js';
import type { RefusalCode } from '../contract/errors.js';
import { errorEnvelope } from '../platform/http/refusal-filter.js';
import { Refusal } from '../platform/http/refusal.js';
import { COMMON_HEADERS } from '../platform/http/security-headers.js';
import { addressOf, makeInstallationSecrets } from '../platform/config/secrets.js';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const text = { type: 'string' };
const words = { type: 'array', items: text };
const duration = { type: 'string', pattern: '^(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?$', minLength: 2 };
const command = { oneOf: [text, words] };

/**
 * The part of the Compose Specification's schema that our file uses, as strict as the original: a key that is not
 * listed is a mistake. (compose-spec/compose-spec, schema/compose-spec.json)
 */
const composeSchema = {
  type: 'object',
  additionalProperties: false,
  patternProperties: { '^x-': {} },
  required: ['services'],
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: {
      type: 'object',
      additionalProperties: false,
      patternProperties: { '^[a-zA-Z0-9._-]+$': { $ref: '#/$defs/service' } },
    },
    volumes: { type: 'object', additionalProperties: { type: ['object', 'null'], additionalProperties: false } },
  },
  $defs: {
    service: {
      type: 'object',
      additionalProperties: false,
      patternProperties: { '^x-': {} },
      properties: {
        build: {
          type: 'object',
          additionalProperties: false,
          properties: { context: text, dockerfile: text, target: text, args: { type: 'object' } },
        },
        image: text,
        profiles: words,
        command,
        entrypoint: command,
        user: text,
        container_name: text,
        restart: { type: 'string', pattern: '^(no|always|unless-stopped|on-failure(:\\d+)?)$' },
        depends_on: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            additionalProperties: false,
            required: ['condition'],
            properties: {
              condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] },
              required: { type: 'boolean' },
              restart: { type: 'boolean' },
            },
          },
        },
        environment: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
        ports: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        expose: words,
        volumes: words,
        stop_grace_period: duration,
        stop_signal: { type: 'string', pattern: '^SIG[A-Z0-9]+$' },
        ulimits: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            additionalProperties: false,
            required: ['soft', 'hard'],
            properties: { soft: { type: 'integer' }, hard: { type: 'integer' } },
          },
        },
        healthcheck: {
          type: 'object',
          additionalProperties: false,
          properties: {
            test: command,
            interval: duration,
            timeout: duration,
            start_period: duration,
            retries: { type: 'integer' },
            disable: { type: 'boolean' },
          },
        },
        env_file: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['path'],
            properties: { path: text, required: { type: 'boolean' } },
          },
        },
        read_only: { type: 'boolean' },
        init: { type: 'boolean' },
        cap_drop: words,
        security_opt: words,
        tmpfs: words,
        logging: {
          type: 'object',
          additionalProperties: false,
          properties: {
            driver: text,
            options: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
          },
        },
        deploy: {
          type: 'object',
          additionalProperties: false,
          properties: {
            resources: {
              type: 'object',
              additionalProperties: false,
              properties: {
                limits: { type: 'object', additionalProperties: false, properties: { cpus: text, memory: text } },
              },
            },
          },
        },
      },
    },
  },
};

interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  command?: string[];
  entrypoint?: string[];
  user?: string;
  profiles?: string[];
  container_name?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  ulimits?: Record<string, { soft: number; hard: number }>;
  stop_grace_period?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  init?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  logging?: { driver: string; options: Record<string, string> };
  deploy?: { resources: { limits: { memory: string } } };
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
}

const source = read('docker-compose.yml');
const haproxy = read('server/deploy/haproxy.cfg');
const file = parse(source, { merge: true }) as ComposeFile;
const service = (name: string): Service => {
  const found = file.services[name];
  if (!found) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
};
/** A value as Compose hands it on when no variable of its own is set. */
const filled = (value: string): string => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');

/** What a service of the product is started with, its secrets where the test has made some. */
const valuesOf = (environment: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value).replace(SECRETS, folder)]));

const SECRETS = '/app/.secrets';
const OWNER_SECRETS = '/app/.owner-secrets';
const MIGRATION_SECRETS = '/app/.migration-secrets';
/** Run once, before the others. */
const ONCE = ['migrate', 'owner', 'secrets'];
const folder = mkdtempSync(join(tmpdir(), 'installation-'));
const owner = mkdtempSync(join(tmpdir(), 'owner-'));
const migration = mkdtempSync(join(tmpdir(), 'migration-'));

/** Whether a service starts only after another one, by itself or by what it waits for. */
function comesAfter(name: string, other: string): boolean {
  const waits = Object.keys(service(name).depends_on ?? {});
  return waits.includes(other) || waits.some((before) => comesAfter(before, other));
}

beforeAll(() => makeInstallationSecrets({ shared: folder, owner, migration }, {}));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(owner, { recursive: true });
  rmSync(migration, { recursive: true });
});

describe('docker-compose.yml', () => {
  it('follows the schema of the Compose Specification', () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(composeSchema);
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has the servers, the balancer, the three roles, and what runs once: the making of secrets and of an owner, and a migration', () => {
    const names = [
      'balancer',
      'feed',
      'gateway',
      'migrate',
      'owner',
      'pooler',
      'postgres',
      'redis',
      'secrets',
      'worker',
    ];
    expect(Object.keys(file.services).sort()).toEqual(names);
    for (const [name, { depends_on = {} }] of Object.entries(file.services)) {
      for (const needed of Object.keys(depends_on))
        expect([name, names]).toEqual([name, expect.arrayContaining([needed])]);
    }
  });

  it.each(['gateway', 'worker', 'feed'])(
    'starts %s in its one role, configured as the product understands it',
    (role) => {
      const { environment = {}, depends_on, healthcheck, build, volumes = [] } = service(role);
      const values = Object.entries(environment).map(([key, value]) => [key, filled(value).replace(SECRETS, folder)]);
      const configuration = readConfiguration(Object.fromEntries(values));
      expect(configuration.ROLES).toEqual([role]);
      // Unless somebody says otherwise, it starts as in earnest: no figures at the public port, no invented prices for money.
      expect(configuration.NODE_ENV).toBe('production');
      expect(deskPlace(configuration)).toBe(role === 'gateway' ? 'own port' : 'nowhere');
      expect(realMoneyOnSimulated(configuration)).toBe(false);
      expect(configuration.TRUSTED_PROXIES).toBe(1);
      const own = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
      expect(new URL(configuration.DATABASE_URL)).toMatchObject({
        hostname: 'postgres',
        username: role === 'gateway' ? 'gateway_app' : `gateway_${role}`,
        password: own(`postgres-${role}-password`),
      });
      // Nobody who serves can read what the owners log in with.
      for (const others of ['postgres-password', 'postgres-owner-password'])
        expect(readdirSync(folder)).not.toContain(others);
      expect(Object.keys(environment).filter((name) => name.startsWith('DATABASE_OWNER'))).toEqual([]);
      expect(volumes.filter((volume) => /^(owner|migration)-secrets:/.test(volume))).toEqual([]);
      expect(new URL(configuration.REDIS_URL)).toMatchObject({
        hostname: 'redis',
        username: role,
        password: own(`redis-${role}-password`),
      });
      expect(configuration).toMatchObject({
        SECRET_KEY: own('secret-key'),
        PASSWORD_PEPPER: own('password-pepper'),
        SECRETS_ORIGIN: 'own',
      });
      expect(depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
        pooler: { condition: 'service_healthy', required: false },
      });
      expect(healthcheck?.test).toEqual(['CMD', 'node', 'dist/server/healthcheck.js']);
      expect(build).toEqual({ context: '.', dockerfile: 'server/deploy/Dockerfile' });
    },
  );

  it('lets the gateway be scaled: no name and no port of the host that two could not share', () => {
    const gateway = service('gateway');
    expect([gateway.container_name, gateway.ports]).toEqual([undefined, undefined]);
    // A volume by name is shared by all of them; a folder of the host would tie them to one machine.
    expect(gateway.volumes).toEqual(['uploads:/app/.data', `secrets:${SECRETS}:ro`]);
    const published = Object.entries(file.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['balancer']);
    // Whoever answers is known to the others by the name of the service, and keeps nothing of its own.
    expect(service('redis').ports ?? service('postgres').ports).toBeUndefined();
  });

  it('balances by the file that the tests start HAProxy with, as many sockets as it says', () => {
    const { build, environment = {}, ulimits } = service('balancer');
    expect(build).toEqual({ context: 'server/deploy', dockerfile: 'balancer.Dockerfile' });
    expect(read('server/deploy/balancer.Dockerfile')).toContain(
      'COPY haproxy.cfg confined.cfg reload-on-renewal.sh /etc/haproxy/',
    );
    // Whatever is not said here is as the file says; nobody is believed about addresses unless the installation lists them.
    expect(environment).toMatchObject({ BALANCER_FORWARDERS: '${FORWARDERS:-}' });
    for (const name of Object.keys(environment)) expect(haproxy).toContain(name);
    const connections = Number(/maxconn "\$\{BALANCER_CONNECTIONS-(\d+)\}"/.exec(haproxy)?.[1]);
    expect(connections).toBeGreaterThan(20_000);
    // Both ends of each, and what it listens at.
    expect(ulimits?.nofile?.hard).toBeGreaterThan(2 * connections + 1000);
    expect(haproxy).toMatch(/server-template gateway 1-30 "\$\{BALANCER_GATEWAYS-gateway:3000\}"/);
  });

  it('has a gateway say that it leaves for longer than the balancer needs to see it, and leave before it is ended', () => {
    const { environment = {}, stop_grace_period: grace = '' } = service('gateway');
    const configuration = readConfiguration({ ...valuesOf(environment) });
    const looks = Number(/inter (\d+)s fall 2 /.exec(haproxy)?.[1]) * 2;
    expect(configuration.DRAIN_NOTICE_MS).toBeGreaterThan((looks + 1) * 1000);
    const requestLimitMs = 30_000;
    expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(
      configuration.DRAIN_NOTICE_MS + configuration.REALTIME_DRAIN_MS + requestLimitMs,
    );
  });

  it('starts a pooler where it is asked for, with the rules that the tests start PgBouncer with and the users who serve', () => {
    const { profiles, build, volumes } = service('pooler');
    expect([profiles, build?.dockerfile, volumes]).toEqual([
      ['pooled'],
      'pooler.Dockerfile',
      ['secrets:/run/installation:ro'],
    ]);
    const users = readFileSync(join(folder, 'pooler-users.txt'), 'utf8').trim().split('\n');
    for (const role of ['gateway', 'worker', 'feed']) {
      const { environment = {} } = service(role);
      const direct = new URL(valuesOf(environment).DATABASE_DIRECT_URL ?? '');
      const pooled = { ...environment, DATABASE_POOLING: 'transaction-by-work' };
      const by = Object.fromEntries(
        Object.entries(pooled).map(([name, value]) => [
          name,
          value.replace('${DATABASE_AT:-postgres:5432}', 'pooler:6432'),
        ]),
      );
      const configuration = readConfiguration(valuesOf(by));
      const url = new URL(configuration.DATABASE_URL);
      expect([url.host, configuration.DATABASE_POOLING]).toEqual(['pooler:6432', 'transaction-by-work']);
      expect(users).toContain(`"${url.username}" "${url.password}"`);
      expect([direct.host, direct.username]).toEqual(['postgres:5432', url.username]);
    }
    // The users' pools and what programs and the migration take beside them are within what Postgres has.
    const rule = (name: string) =>
      Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(read('server/deploy/pooling.ini'))?.[1]);
    const has = Number(/max_connections=(\d+)/.exec(service('postgres').command?.join(' ') ?? '')?.[1]);
    // Everybody has commands, gateways and workers read what has happened, and workers do jobs.
    const named = (kind: string) => {
      const name = new URL(service('gateway').environment?.DATABASE_DIRECT_URL ?? '').pathname.slice(1);
      const line = new RegExp(`^${name}_${kind} = host=postgres port=5432 dbname=${name} pool_size=(\\d+)$`, 'm');
      return Number(line.exec(read('server/deploy/pgbouncer.ini'))?.[1]);
    };
    const pools = [...users.map(() => rule('default_pool_size')), named('reads'), named('reads'), named('jobs')];
    const most = pools.reduce((all, size) => all + size + rule('reserve_pool_size'), 0);
    expect([users.length, most]).toEqual([3, expect.any(Number)]);
    expect(most).toBeLessThan(has - 20);
    expect(read('server/deploy/pgbouncer.ini')).toContain('%include /etc/pgbouncer/pooling.ini');
  });

  it('starts as in earnest: logs turn, memory ends somewhere, and nobody in the product’s image may be more than it is', () => {
    for (const [name, { logging, deploy, image }] of Object.entries(file.services)) {
      expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } }]);
      expect([name, filled(deploy?.resources.limits.memory ?? '')]).toEqual([name, expect.stringMatching(/^\d+[MG]$/)]);
      if (image !== 'trading-gateway') continue;
      expect(service(name)).toMatchObject({
        read_only: true,
        init: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp:size=256m,mode=1777'],
      });
    }
    // Whatever is published to more than this machine is the balancer's two doors; the desk is for who is on it.
    expect(
      service('balancer')
        .ports?.map(filled)
        .filter((port) => port.startsWith('127.0.0.1:')),
    ).toEqual(['127.0.0.1:3444:8443']);
  });

  it('checks the health of everything that goes on running', () => {
    for (const [name, { healthcheck }] of Object.entries(file.services)) {
      expect([name, healthcheck !== undefined]).toEqual([name, !ONCE.includes(name)]);
    }
  });

  it('keeps the data of Postgres and Redis, and what was uploaded, in volumes that it declares', () => {
    for (const name of ['postgres', 'redis', 'gateway']) {
      const [volume] = service(name).volumes?.[0]?.split(':') ?? [];
      expect(Object.keys(file.volumes)).toContain(volume);
    }
  });

  it('holds no secret and no default of one', () => {
    const secrets = source.match(/\w*(password|secret|token|key|pepper)\w*: [^\s{]\S*/gi) ?? [];
    const written = secrets.filter((line) => !/^(\w+): \$\{\1:-\}$/.test(line) && !/^\w+_FILE: \/[\w/.-]+$/.test(line));
    expect(written).toEqual([
      `SECRETS_FOLDER: ${SECRETS}`,
      `SECRETS_FOLDER: ${SECRETS}`,
      `OWNER_SECRETS_FOLDER: ${OWNER_SECRETS}`,
      `MIGRATION_SECRETS_FOLDER: ${MIGRATION_SECRETS}`,
    ]);
    expect(source).not.toMatch(/:\/\/\w*:[^/\s]*@/);
    expect(source).not.toContain(':-development}@');
  });

  it('has the secrets made by one service, before any other reads them', () => {
    const maker = service('secrets');
    expect([maker.command, maker.volumes]).toEqual([
      ['node', 'dist/server/secrets.js'],
      [`secrets:${SECRETS}`, `owner-secrets:${OWNER_SECRETS}`, `migration-secrets:${MIGRATION_SECRETS}`],
    ]);
    const writers = Object.entries(file.services).filter(([, { volumes = [] }]) =>
      volumes.some((volume) => volume.startsWith('secrets:') && !volume.endsWith(':ro')),
    );
    expect(writers.map(([name]) => name)).toEqual(['secrets']);
    for (const [name, { volumes = [] }] of Object.entries(file.services)) {
      if (name === 'secrets' || !volumes.some((volume) => volume.startsWith('secrets:'))) continue;
      expect([name, comesAfter(name, 'secrets')]).toEqual([name, true]);
    }
  });

  it('gives Postgres and Redis the passwords that the processes come with', () => {
    expect(service('postgres').environment).toEqual({ POSTGRES_PASSWORD_FILE: '/run/owner/postgres-password' });
    for (const name of ['postgres', 'redis']) expect(service(name).volumes).toContain('owner-secrets:/run/owner:ro');
    expect(service('redis').volumes).toContain('secrets:/run/installation:ro');
  });

  const readersOf = (secrets: string) =>
    Object.entries(file.services)
      .filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith(`${secrets}:`)))
      .map(([name]) => name)
      .sort();

  it('migrates as the owner of the tables, who is no superuser, and whose password the migration alone knows', () => {
    const { environment = {} } = service('migrate');
    const values = Object.entries(environment).map(([key, value]) => [
      key,
      filled(value).replace(MIGRATION_SECRETS, migration).replace(SECRETS, folder),
    ]);
    const address = new URL(addressOf(Object.fromEntries(values), 'DATABASE_OWNER') ?? '');
    const password = readFileSync(join(migration, 'postgres-owner-password'), 'utf8').trim();
    expect(address).toMatchObject({ hostname: 'postgres', username: 'gateway_owner', password });
    // Beside whoever draws it and whoever makes the role.
    expect(readersOf('migration-secrets')).toEqual(['migrate', 'owner', 'secrets']);
    expect(readersOf('owner-secrets')).toEqual(['owner', 'postgres', 'redis', 'secrets']);
  });

  it('has that owner made before each migration, by what makes it everywhere, as nobody of the system', () => {
    const { environment, volumes, user, entrypoint, command = [], image } = service('owner');
    expect(comesAfter('migrate', 'owner')).toBe(true);
    expect([environment?.PGHOST, environment?.PGUSER, environment?.PGDATABASE]).toEqual([
      'postgres',
      'postgres',
      new URL(service('migrate').environment?.DATABASE_OWNER_URL ?? '').pathname.slice(1),
    ]);
    expect(image).toBe(service('postgres').image);
    // The user of the product's image, whom the files belong to.
    expect([user, read('server/deploy/Dockerfile')]).toEqual(['1000:1000', expect.stringMatching(/^USER 1000$/m)]);
    expect(volumes).toContain('./server/deploy/postgres/owner.sql:/run/deploy/owner.sql:ro');
    expect(existsSync(join(root, 'server/deploy/postgres/owner.sql'))).toBe(true);
    expect(entrypoint).toEqual(['sh', '-c']);
    const [words = ''] = command;
    for (const file of ['/run/owner/postgres-password', '/run/migration/postgres-owner-password'])
      expect(words).toContain(`$$(cat ${file})`);
    // What is wrong stops the start.
    expect(words).toMatch(/psql --set=ON_ERROR_STOP=1 .*--file=\/run\/deploy\/owner\.sql --file=-$/);
    expect(words).toContain(`echo "alter role gateway_owner password :'password'" |`);
  });

  it('moves the owners’ passwords of an earlier version away from those that all processes read', () => {
    const [shared, apart] = [mkdtempSync(join(tmpdir(), 'shared-')), mkdtempSync(join(tmpdir(), 'apart-'))];
    makeInstallationSecrets({ shared, owner: shared, migration: shared }, {});
    const before = readFileSync(join(shared, 'postgres-password'), 'utf8');
    makeInstallationSecrets({ shared, owner: apart, migration: shared }, {});
    makeInstallationSecrets({ shared, owner: apart, migration: shared }, {});
    expect(readFileSync(join(apart, 'postgres-password'), 'utf8')).toBe(before);
    expect(readdirSync(apart).sort()).toEqual(['postgres-password', 'redis-password']);
    expect(readdirSync(shared).filter((name) => /^(postgres|redis)-password$/.test(name))).toEqual([]);
    rmSync(shared, { recursive: true });
    rmSync(apart, { recursive: true });
  });
});

it('takes every image of others by its digest, which nobody can move to other contents', () => {
  const inCompose = Object.values(file.services).flatMap(({ image = '', build }) => (build ? [] : [image]));
  const files = ['server/deploy/Dockerfile', 'server/deploy/balancer.Dockerfile', 'server/deploy/pooler.Dockerfile']
    .map(read)
    .join('\n');
  const froms = [...files.matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)];
  const stages = froms.map(([, , name]) => name);
  // The image before, whose files are kept, is one of our own: who builds says which.
  const isOurs = (image: string) => stages.includes(image) || image === '${PREVIOUS}';
  const inDockerfile = froms.flatMap(([, image = '']) => (isOurs(image) ? [] : [image]));
  expect([inCompose.length, inDockerfile.length]).toEqual([3, 4]);
  for (const image of [...inCompose, ...inDockerfile]) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  // What is built with is what is run.
  expect(new Set(inDockerfile).size).toBe(1);
});

describe('Redis in docker-compose.yml', () => {
  const redis = service('redis');
  const installed = (text: string) => text.replaceAll('/run/installation', folder);

  it('starts with its users and no other way in', () => {
    const place = mkdtempSync(join(tmpdir(), 'redis-'));
    // In the place of what only the container has; the last says what it was called with.
    for (const [name, does] of Object.entries({ chown: ':', 'docker-entrypoint.sh': 'printf "%s\\n" "$@"' })) {
      writeFileSync(join(place, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    }
    const [shell = '', ...words] = (redis.command ?? []).map((word) =>
      installed(filled(word)).replaceAll('/tmp/users.acl', join(place, 'users.acl')),
    );
    const said = execFileSync(shell, words, { env: { PATH: `${place}:/usr/bin:/bin` }, encoding: 'utf8' });
    const users = join(place, 'users.acl');
    expect(said.trim().split('\n')).toEqual(
      `redis-server --aclfile ${users} --appendonly yes --maxmemory-policy noeviction`.split(' '),
    );
    expect(readFileSync(users, 'utf8')).toBe(readFileSync(join(folder, 'redis-users.acl'), 'utf8'));
    expect(statSync(users).mode & 0o777).toBe(0o600);
    rmSync(place, { recursive: true });
  });

  it('is asked for its health as its owner, whose password no process of the product gets', () => {
    const asked = redis.healthcheck?.test.join(' ') ?? '';
    expect(asked).toContain('redis-cli --user owner ping');
    expect(asked).toContain('$$(cat /run/owner/redis-password)');
    for (const { environment = {} } of Object.values(file.services)) {
      expect(Object.values(environment)).not.toContain(`${OWNER_SECRETS}/redis-password`);
    }
  });
});

describe('TLS in docker-compose.yml', () => {
  const operations = read('server/documents/operations.md');
  /** The sections of the balancer's file, by their first line less what they inherit. */
  const sections = new Map(
    haproxy
      .split(/^(?=\S)/m)
      .filter((text) => !text.startsWith('#'))
      .map((text) => [/^\S+(?: (?!from)\S+)?/.exec(text)?.[0] ?? '', text] as const),
  );
  const section = (name: string): string => sections.get(name) ?? '';

  it('is what the balancer speaks; without it, it only says where the site is', () => {
    const plain = section('frontend plain');
    expect(plain).toContain('http-request redirect code 308 location "${BALANCER_PUBLIC_URL}%[pathq]"');
    expect(plain).not.toContain('backend');
    expect(service('balancer').environment?.BALANCER_PUBLIC_URL).toBe('${PUBLIC_URL:-https://localhost:3443}');
    for (const name of ['frontend everybody', 'frontend operators']) {
      expect(section(name)).toMatch(/^ {2}bind "\S+" ssl crt "\S+" alpn h2,http\/1\.1$/m);
    }
    expect(section('global')).toContain('ssl-min-ver TLSv1.2');
    // Each cipher of TLS 1.2 keeps what was said secret when the key is lost later.
    for (const cipher of /ssl-default-bind-ciphers (\S+)/.exec(haproxy)?.[1]?.split(':') ?? ['none']) {
      expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20)-/);
    }
  });

  it('has the certificate of the installation, which the balancer reads only', () => {
    const { volumes = [], ports } = service('balancer');
    expect(volumes.map(filled)).toEqual(['./.data/tls:/etc/haproxy/tls:ro']);
    expect(ports?.map(filled)).toEqual(['3443:443', '3000:80', '127.0.0.1:3444:8443']);
    expect(haproxy.match(/ssl crt "\$\{BALANCER_CERTIFICATE-\/etc\/haproxy\/tls\/certificate\.pem\}"/g)).toHaveLength(
      2,
    );
  });

  it('is the address that the product knows itself by', () => {
    for (const role of ['gateway', 'worker', 'feed']) {
      expect(filled(service(role).environment?.PUBLIC_URL ?? '')).toBe('https://localhost:3443');
    }
  });

  it.each(['development', 'production'])('is one door for everybody and another for the desk, in %s', (mode) => {
    const { environment = {} } = service('gateway');
    const values = Object.entries(environment).map(([key, value]) => [key, filled(value).replace(SECRETS, folder)]);
    const configuration = readConfiguration({ ...Object.fromEntries(values), NODE_ENV: mode });
    expect([deskPlace(configuration), configuration.OPS_TRUSTED_PROXIES]).toEqual(['own port', 1]);
    expect(configuration).toMatchObject({ OPS_PORT: 3100, OPS_URL: 'https://localhost:3444' });
    // Whatever the door of everybody is asked for, it comes to the port at which the router knows no desk.
    const pools = (name: string) =>
      [...section(name).matchAll(/^ {2}(?:use|default)_backend (\w+)/gm)].map((match) => match[1]);
    expect([pools('frontend everybody'), pools('frontend operators')]).toEqual([
      ['files', 'gateways', 'living'],
      ['desks'],
    ]);
    expect(configuration.PORT).toBe(3000);
    for (const pool of ['files', 'gateways', 'living'])
      expect(section(`backend ${pool}`)).toContain('GATEWAYS-gateway:3000}"');
    expect(section('backend desks')).toContain('"${BALANCER_DESKS-gateway:3100}"');
  });

  it('carries the headers of every reply on those that the balancer makes itself, and adds none to others', () => {
    const doors = section('defaults doors');
    for (const [name, value] of Object.entries(COMMON_HEADERS)) {
      const rule = `http-after-response set-header ${name} "${value}" unless { res.fhdr(${name}) -m found }`;
      expect({ name, isThere: doors.includes(`  ${rule}\n`) }).toEqual({ name, isThere: true });
    }
    const own = [...doors.matchAll(/http-error status (\d+) .* string '(.*)'$/gm)].map((match) => [match[1], match[2]]);
    const said = (code: RefusalCode) => JSON.stringify(errorEnvelope('en', new Refusal(code)));
    const [unread, away] = [said('request.malformed'), said('request.unavailable')];
    // A gateway that had the request and gave no answer may have done it; only where none was reached, nothing was done.
    const unknown = said('request.outcome-unknown');
    const expected = {
      400: unread,
      408: unread,
      413: said('request.too-large'),
      502: unknown,
      503: away,
      504: unknown,
    };
    expect(Object.fromEntries(own)).toEqual(expected);
    for (const name of ['plain', 'everybody', 'operators']) {
      expect(section(`frontend ${name}`)).toContain(`frontend ${name} from doors`);
    }
  });

  const openssl = findProgram(['openssl']);
  (openssl ? it : it.skip)('can be tried with the certificate that the documents make', () => {
    const made = /^(openssl req [^]*?[^\\])$/m.exec(operations)?.[1] ?? '';
    const place = mkdtempSync(join(tmpdir(), 'tls-'));
    mkdirSync(join(place, '.data/tls'), { recursive: true });
    execFileSync('sh', ['-c', made], { cwd: place, stdio: 'ignore' });
    const [certificate, key] = ['certificate.pem', 'certificate.pem.key'].map((name) =>
      readFileSync(join(place, '.data/tls', name)),
    );
    expect(() => createSecureContext({ cert: certificate, key })).not.toThrow();
    const { subjectAltName } = new X509Certificate(certificate as Buffer);
    expect(subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
    rmSync(place, { recursive: true });
  });
});

describe('server/deploy/Dockerfile', () => {
  const stages = read('server/deploy/Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  const final = stages.at(-1) ?? '';

  it('runs the product as an ordinary user', () => {
    // Of the user `node`, by its number.
    expect(final).toMatch(/^USER 1000$/m);
    expect(final).toMatch(/^CMD \["node", "dist\/programs\/main\.js"\]$/m);
  });

  it('brings neither development packages nor sources nor tests into the image', () => {
    const copied = [...final.matchAll(/^COPY (.*)$/gm)].map((match) => match[1]);
    expect(copied).toEqual([
      'package.json ./',
      '--from=packages /app/node_modules node_modules',
      '--from=build /app/dist/server dist/server',
      '--from=build /app/dist/programs dist/programs',
      '--from=build /app/dist/client dist/client',
      '--from=build /app/dist/kept-builds.json dist/',
      '--from=packages --chown=node:node /app/.data .data',
      '--from=packages --chown=node:node /app/.secrets .secrets',
      '--from=packages --chown=node:node /app/.owner-secrets .owner-secrets',
      '--from=packages --chown=node:node /app/.migration-secrets .migration-secrets',
    ]);
    expect(stages.find((stage) => stage.includes('AS packages'))).toContain('--omit=dev');
    // Nothing is made there; something is taken away.
    expect(final.match(/^RUN .*/gm)?.filter((line) => !line.startsWith('RUN rm -rf /'))).toEqual([]);
  });

  it('runs only programs that the build makes', () => {
    const all = read('server/deploy/Dockerfile') + source;
    const programs = [...all.matchAll(/dist\/(?:server|programs)\/([\w/-]+)\.js/g)].map(
      (match) => `server/${match[1]}`,
    );
    for (const program of programs) expect([program, existsSync(join(root, `${program}.ts`))]).toEqual([program, true]);
    expect(programs.length).toBeGreaterThan(3);
  });

  it('copies from the checkout only what .dockerignore lets through', () => {
    const allowed =
      read('.dockerignore')
        .match(/^!(.+)$/gm)
        ?.map((line) => line.slice(1)) ?? [];
    const wanted = stages
      .flatMap((stage) => [...stage.matchAll(/^COPY (?!--from)(.*) \S+$/gm)])
      .flatMap((match) => match[1]?.split(' ') ?? []);
    for (const path of wanted)
      expect([path, allowed.some((own) => path === own || path.startsWith(`${own}/`))]).toEqual([path, true]);
    expect(wanted.every((path) => existsSync(join(root, path)))).toBe(true);
  });
});
