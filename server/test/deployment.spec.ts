import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readConfiguration } from '../platform/config/config.js';
import { makeInstallationSecrets } from '../platform/config/secrets.js';

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
/** Run once, before the others. */
const ONCE = ['migrate', 'secrets'];
const folder = mkdtempSync(join(tmpdir(), 'installation-'));

/** Whether a service starts only after another one, by itself or by what it waits for. */
function comesAfter(name: string, other: string): boolean {
  const waits = Object.keys(service(name).depends_on ?? {});
  return waits.includes(other) || waits.some((before) => comesAfter(before, other));
}

beforeAll(() => makeInstallationSecrets(folder, {}));
afterAll(() => rmSync(folder, { recursive: true }));

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
      const { environment = {}, depends_on, healthcheck, build } = service(role);
      const values = Object.entries(environment).map(([key, value]) => [key, filled(value).replace(SECRETS, folder)]);
      const configuration = readConfiguration(Object.fromEntries(values));
      expect(configuration.ROLES).toEqual([role]);
      expect(configuration.TRUSTED_PROXIES).toBe(1);
      const own = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
      expect(new URL(configuration.DATABASE_URL)).toMatchObject({
        hostname: 'postgres',
        username: 'postgres',
        password: own('postgres-password'),
      });
      expect(new URL(configuration.REDIS_URL)).toMatchObject({ hostname: 'redis', password: own('redis-password') });
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
    expect(written).toEqual([`SECRETS_FOLDER: ${SECRETS}`, `SECRETS_FOLDER: ${SECRETS}`]);
    expect(source).not.toMatch(/:\/\/\w*:[^/\s]*@/);
    expect(source).not.toContain(':-development}@');
  });

  it('has the secrets made by one service, before any other reads them', () => {
    const maker = service('secrets');
    expect([maker.command, maker.volumes]).toEqual([['node', 'dist/server/secrets.js'], [`secrets:${SECRETS}`]]);
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
    expect(service('postgres').environment).toEqual({ POSTGRES_PASSWORD_FILE: '/run/installation/postgres-password' });
    const words = service('redis').command?.join(' ') ?? '';
    expect(words).toContain('requirepass %s');
    expect(words).toContain('/run/installation/redis-password');
    expect(service('redis').healthcheck?.test.join(' ')).toContain('/run/installation/redis-password');
    for (const name of ['postgres', 'redis']) expect(service(name).volumes).toContain('secrets:/run/installation:ro');
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
