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
    configs: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: { content: text, file: text, external: { type: 'boolean' }, name: text },
      },
    },
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
        command,
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
        configs: {
          type: 'array',
          items: { type: 'object', additionalProperties: false, properties: { source: text, target: text } },
        },
        stop_grace_period: duration,
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
        deploy: { type: 'object' },
      },
    },
  },
};

interface Service {
  build?: { context: string; dockerfile: string };
  image?: string;
  command?: string[];
  container_name?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  configs?: { source: string }[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

interface ComposeFile {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  configs: Record<string, { content: string }>;
}

const source = read('docker-compose.yml');
const file = parse(source, { merge: true }) as ComposeFile;
const service = (name: string): Service => {
  const found = file.services[name];
  if (!found) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
};
/** A value as Compose hands it on when no variable of its own is set. */
const filled = (value: string): string => value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll('$$', '$');

const SECRETS = '/app/.secrets';
const OWNER_SECRETS = '/app/.owner-secrets';
/** Run once, before the others. */
const ONCE = ['migrate', 'secrets'];
const folder = mkdtempSync(join(tmpdir(), 'installation-'));
const owner = mkdtempSync(join(tmpdir(), 'owner-'));

/** Whether a service starts only after another one, by itself or by what it waits for. */
function comesAfter(name: string, other: string): boolean {
  const waits = Object.keys(service(name).depends_on ?? {});
  return waits.includes(other) || waits.some((before) => comesAfter(before, other));
}

beforeAll(() => makeInstallationSecrets({ shared: folder, owner }, {}));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(owner, { recursive: true });
});

describe('docker-compose.yml', () => {
  it('follows the schema of the Compose Specification', () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(composeSchema);
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('has the servers, the balancer, the three roles, and what runs once: the making of secrets and a migration', () => {
    const names = ['balancer', 'feed', 'gateway', 'migrate', 'postgres', 'redis', 'secrets', 'worker'];
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
      expect(readdirSync(folder)).not.toEqual(expect.arrayContaining(['postgres-password']));
      expect(Object.keys(environment).filter((name) => name.startsWith('DATABASE_OWNER'))).toEqual([]);
      expect(volumes.filter((volume) => volume.startsWith('owner-secrets:'))).toEqual([]);
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

  it('balances over all gateways, one client always to the same one, and passes upgrades on', () => {
    const configuration = filled(file.configs.balancer?.content ?? '');
    expect(service('balancer').configs?.[0]?.source).toBe('balancer');
    expect(configuration).toMatch(/upstream gateways \{[^}]*ip_hash;[^}]*server gateway:3000 resolve;/);
    expect(configuration).toContain('proxy_set_header Upgrade $http_upgrade;');
    // What the client itself says about its address is replaced, because the gateway believes this header.
    expect(configuration).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(configuration.split('{').length).toBe(configuration.split('}').length);
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
    ]);
    expect(source).not.toMatch(/:\/\/\w*:[^/\s]*@/);
    expect(source).not.toContain(':-development}@');
  });

  it('has the secrets made by one service, before any other reads them', () => {
    const maker = service('secrets');
    expect([maker.command, maker.volumes]).toEqual([
      ['node', 'dist/server/secrets.js'],
      [`secrets:${SECRETS}`, `owner-secrets:${OWNER_SECRETS}`],
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

  it('migrates as the owner of the tables, and the owner’s password is known to the servers and the migration alone', () => {
    const { environment = {} } = service('migrate');
    const migration = Object.entries(environment).map(([key, value]) => [
      key,
      filled(value).replace(OWNER_SECRETS, owner).replace(SECRETS, folder),
    ]);
    const address = new URL(addressOf(Object.fromEntries(migration), 'DATABASE_OWNER') ?? '');
    const password = readFileSync(join(owner, 'postgres-password'), 'utf8').trim();
    expect(address).toMatchObject({ hostname: 'postgres', username: 'postgres', password });
    const readers = Object.entries(file.services).filter(([, { volumes = [] }]) =>
      volumes.some((volume) => volume.startsWith('owner-secrets:')),
    );
    expect(readers.map(([name]) => name).sort()).toEqual(['migrate', 'postgres', 'redis', 'secrets']);
  });

  it('moves the owners’ passwords of an earlier version away from those that all processes read', () => {
    const [shared, apart] = [mkdtempSync(join(tmpdir(), 'shared-')), mkdtempSync(join(tmpdir(), 'apart-'))];
    makeInstallationSecrets({ shared, owner: shared }, {});
    const before = readFileSync(join(shared, 'postgres-password'), 'utf8');
    makeInstallationSecrets({ shared, owner: apart }, {});
    makeInstallationSecrets({ shared, owner: apart }, {});
    expect(readFileSync(join(apart, 'postgres-password'), 'utf8')).toBe(before);
    expect(readdirSync(apart).sort()).toEqual(['postgres-password', 'redis-password']);
    expect(readdirSync(shared).filter((name) => /^(postgres|redis)-password$/.test(name))).toEqual([]);
    rmSync(shared, { recursive: true });
    rmSync(apart, { recursive: true });
  });
});

it('takes every image of others by its digest, which nobody can move to other contents', () => {
  const inCompose = Object.values(file.services).flatMap(({ image = '', build }) => (build ? [] : [image]));
  const froms = [...read('server/deploy/Dockerfile').matchAll(/^FROM (\S+)(?: AS (\w+))?$/gm)];
  const stages = froms.map(([, , name]) => name);
  const inDockerfile = froms.flatMap(([, image = '']) => (stages.includes(image) ? [] : [image]));
  expect([inCompose.length, inDockerfile.length]).toEqual([3, 2]);
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
  const balancer = filled(file.configs.balancer?.content ?? '');
  /** The servers of the balancer, by what they listen at. */
  const servers = new Map(
    balancer
      .split(/^server \{$/m)
      .slice(1)
      .map((text) => [/listen ([^ ;]+)/.exec(text)?.[1], text] as const),
  );
  const operations = read('server/documents/operations.md');

  it('is what the balancer speaks; without it, it only says where the site is', () => {
    expect([...servers.keys()].toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
      '127.0.0.1:8081',
      '443',
      '80',
      '8443',
    ]);
    const plain = servers.get('80') ?? '';
    expect(plain).toContain('return 308 https://localhost:3443$request_uri;');
    expect(plain).not.toMatch(/proxy_pass|root|alias|\$host|\$http_host/);
    for (const port of ['443', '8443']) {
      const safe = servers.get(port) ?? '';
      expect(safe).toMatch(/^\s*listen \d+ ssl default_server;/m);
      expect(safe).toMatch(/^\s*ssl_protocols TLSv1\.2 TLSv1\.3;/m);
      expect(safe).toMatch(/^\s*proxy_set_header X-Forwarded-Proto \$scheme;/m);
      // Each cipher of TLS 1.2 keeps what was said secret when the key is lost later.
      for (const cipher of /ssl_ciphers ([^;]+);/.exec(safe)?.[1]?.split(':') ?? ['none']) {
        expect(cipher).toMatch(/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20)-/);
      }
    }
    expect(servers.get('127.0.0.1:8081')).toMatch(/location = \/healthz \{ proxy_pass http:\/\/gateways; \}/);
  });

  it('has the certificate of the installation, which the balancer reads only', () => {
    const { volumes = [], ports, healthcheck } = service('balancer');
    expect(volumes.map(filled)).toEqual(['./.data/tls:/etc/nginx/tls:ro']);
    expect(ports?.map(filled)).toEqual(['3443:443', '3000:80', '127.0.0.1:3444:8443']);
    expect(healthcheck?.test.at(-1)).toBe('http://127.0.0.1:8081/healthz');
    expect(servers.get('443')).toContain('ssl_certificate /etc/nginx/tls/certificate.pem;');
    expect(servers.get('443')).toContain('ssl_certificate_key /etc/nginx/tls/key.pem;');
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
    const targets = (text = '') => [...text.matchAll(/proxy_pass ([^;]+);/g)].map(([, target]) => target);
    expect([targets(servers.get('443')), targets(servers.get('8443'))]).toEqual([
      ['http://gateways'],
      ['http://desks'],
    ]);
    expect(configuration.PORT).toBe(3000);
    expect(balancer).toMatch(/upstream gateways \{[^}]*server gateway:3000 resolve;/);
    expect(balancer).toMatch(/upstream desks \{[^}]*server gateway:3100 resolve;/);
  });

  it('carries the headers of every reply on those that the balancer makes itself, and adds none to others', () => {
    for (const [name, value] of Object.entries(COMMON_HEADERS)) {
      const theirs = `$upstream_http_${name.replaceAll('-', '_')}`;
      const own = new RegExp(`add_header ${name} (\\$own_\\w+) always;`).exec(balancer)?.[1] ?? name;
      const quoted = value.includes("'") ? `"${value}"` : `'${value}'`;
      const choice = `map ${theirs} ${own} {\n  '' ${quoted};\n  default '';\n}`;
      expect({ name, isThere: balancer.includes(choice) }).toEqual({ name, isThere: true });
    }
    // A server or an address with a header of its own would lose all of these.
    for (const text of servers.values()) expect(text).not.toContain('add_header');
  });

  const openssl = findProgram(['openssl']);
  (openssl ? it : it.skip)('can be tried with the certificate that the documents make', () => {
    const made = /^(openssl req [^]*?[^\\])$/m.exec(operations)?.[1] ?? '';
    const place = mkdtempSync(join(tmpdir(), 'tls-'));
    mkdirSync(join(place, '.data/tls'), { recursive: true });
    execFileSync('sh', ['-c', made], { cwd: place, stdio: 'ignore' });
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) =>
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
    expect(final).toMatch(/^USER node$/m);
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
      '--from=packages --chown=node:node /app/.data .data',
      '--from=packages --chown=node:node /app/.secrets .secrets',
      '--from=packages --chown=node:node /app/.owner-secrets .owner-secrets',
    ]);
    expect(stages.find((stage) => stage.includes('AS packages'))).toContain('--omit=dev');
    expect(final).not.toMatch(/^RUN /m);
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
    for (const path of wanted) expect(allowed).toContain(path);
    expect(wanted.every((path) => existsSync(join(root, path)))).toBe(true);
  });
});
