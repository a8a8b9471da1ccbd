import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfiguration, ROLES, SETTINGS } from '../platform/config/config.js';
import { SECRET_SETTINGS } from '../platform/config/secret-settings.js';
import { HEALTH_PATHS } from '../platform/http/entrances.js';
import { kustomizationOf, manifestsOf, settingsOf } from './kubernetes/manifests.js';

/** Settings, ports, probes and roles stand in manifests, compose and documents, and nothing stands there that the product does not know. */
const ROOT = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const page = read('server/documents/settings.md');
const operations = read('server/documents/operations.md');
const dockerfile = read('server/deploy/Dockerfile');
const haproxy = read('server/deploy/haproxy.cfg');

interface Service {
  image?: string;
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  healthcheck?: { test: string[] };
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
/** What runs the product's image; the others' variables are their own. */
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'trading-gateway');
const ROLE_NAMES: readonly string[] = ROLES;

/** The rows of the page: setting, default, words. */
const rows = page
  .split('\n## Left to')[0]!
  .split('\n')
  .map((line) => /^\| `([A-Z0-9_]+)` \| (?:`([^`]*)`)? ?\| ?(.*) ?\|$/.exec(line))
  .flatMap((match) => (match ? [{ name: match[1] ?? '', fallback: match[2] ?? '', words: match[3] ?? '' }] : []));

describe('the page of settings', () => {
  it('has every setting of the product once, and no other', () => {
    const known = SETTINGS.filter((name) => !name.endsWith('_FILE'));
    expect(rows.map(({ name }) => name).sort()).toEqual([...known].sort());
  });

  it('says what each is when nobody sets it', () => {
    const required = { DATABASE_URL: 'postgres://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
    const values = readConfiguration({ ...required, NODE_ENV: 'test' }) as unknown as Record<
      string,
      string | number | boolean | undefined | string[]
    >;
    // What a test starts with in the place of what is made or asked for.
    const apart = [...Object.keys(required), 'NODE_ENV', ...SECRET_SETTINGS];
    for (const { name, fallback } of rows.filter((row) => !apart.includes(row.name))) {
      const value = values[name];
      const text = Array.isArray(value) ? value.join(',') : value === undefined ? '' : String(value);
      expect([name, fallback]).toEqual([name, text]);
    }
    expect(rows.find(({ name }) => name === 'NODE_ENV')?.fallback).toBe('development');
  });

  it('marks those that can be files, just them', () => {
    const marked = rows.filter(({ words }) => words.startsWith('**file**')).map(({ name }) => name);
    expect(marked.sort()).toEqual(
      SECRET_SETTINGS.filter((name) => marked.includes(name) || rows.some((row) => row.name === name)).sort(),
    );
    expect(
      SETTINGS.filter((name) => name.endsWith('_FILE'))
        .map((name) => name.replace(/_FILE$/, ''))
        .sort(),
    ).toEqual(marked.sort());
  });

  it('has every variable of the balancer, and no other', () => {
    const named = new Set(page.split('\n## The balancer')[1]?.match(/\bBALANCER_[A-Z_]+\b/g));
    expect([...named].sort()).toEqual([...new Set(haproxy.match(/\bBALANCER_[A-Z_]+\b/g))].sort());
  });
});

/** What Node.js itself reads, and the product never. */
const OF_NODE = ['NODE_EXTRA_CA_CERTS'];

describe('the manifests of Kubernetes', () => {
  const sets = ['base', 'production'].flatMap((folder) =>
    (kustomizationOf(folder).configMapGenerator ?? [])
      .filter(({ files }) => files === undefined)
      .map(({ name }) => ({ folder, name })),
  );

  it.each(sets)('set nothing in $folder/$name that nobody reads', ({ folder, name }) => {
    const known =
      name === 'balancer' ? [...new Set(haproxy.match(/\bBALANCER_[A-Z_]+\b/g))] : [...SETTINGS, ...OF_NODE];
    expect(Object.keys(settingsOf(folder, name)).filter((setting) => !known.includes(setting))).toEqual([]);
  });

  it('use every file of settings that there is', () => {
    for (const folder of ['base', 'production']) {
      const used = (kustomizationOf(folder).configMapGenerator ?? []).flatMap(({ envs = [], files = [] }) => [
        ...envs,
        ...files,
      ]);
      const there = readdirSync(join(ROOT, 'server/deploy/kubernetes', folder)).filter((name) =>
        /\.(env|ini)$/.test(name),
      );
      expect([...new Set(used)].sort()).toEqual(there.sort());
    }
  });

  it('have every role', () => {
    const started = manifestsOf('base')
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata }) => metadata.name);
    expect(ROLE_NAMES.filter((role) => !started.includes(role))).toEqual([]);
    const roles = started.map((name) => settingsOf('base', name).ROLES).filter((role) => role !== undefined);
    expect([...new Set(roles)].sort()).toEqual([...ROLE_NAMES].sort());
  });
});

describe('docker-compose.yml', () => {
  it('sets nothing that nobody reads, and lets everything be set', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(['feed', 'gateway', 'migrate', 'secrets', 'worker']);
    for (const [name, { environment = {}, env_file }] of ours) {
      const unknown = Object.keys(environment).filter((setting) => !SETTINGS.includes(setting));
      expect([name, unknown]).toEqual([name, []]);
      if (ROLE_NAMES.includes(name))
        expect([name, env_file]).toEqual([name, [{ path: 'settings.env', required: false }]]);
    }
  });

  it('has every role, and no other', () => {
    const roles = ours.flatMap(([, { environment }]) => environment?.ROLES ?? []);
    expect(roles.sort()).toEqual([...ROLE_NAMES].sort());
  });
});

it('each setting is set by compose or a manifest, or is left to `settings.env` with a reason', () => {
  const [, list = ''] = page.split('\n## Left to `settings.env`\n');
  const left = [...(list.split('\n## ')[0] ?? '').matchAll(/^\| (`[A-Z][^|]*`) \| (\S[^|]*) \|$/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const folders = ['base', 'production'].flatMap((folder) =>
    (kustomizationOf(folder).configMapGenerator ?? [])
      .filter(({ files, name }) => files === undefined && name !== 'balancer')
      .map(({ name }) => settingsOf(folder, name)),
  );
  const set = [...ours.map(([, { environment = {} }]) => environment), ...folders].flatMap((each) => Object.keys(each));
  const names = [...set.filter((name) => !OF_NODE.includes(name)).map((name) => name.replace(/_FILE$/, '')), ...left];
  const known = SETTINGS.filter((name) => !name.endsWith('_FILE'));
  expect(known.filter((name) => !names.includes(name))).toEqual([]);
  expect(
    left.filter((name, place) => set.includes(name) || set.includes(`${name}_FILE`) || left.indexOf(name) !== place),
  ).toEqual([]);
  expect(left.filter((name) => !known.includes(name))).toEqual([]);
});

describe('ports', () => {
  const PORT = rows.find(({ name }) => name === 'PORT')?.fallback ?? '';
  const INNER = settingsOf('base', 'gateway').OPS_PORT ?? '';

  it('are the same in the image, in compose, for the balancer and in the manifests', () => {
    expect(dockerfile).toContain(`PORT=${PORT}`);
    expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]?.split(' ')).toEqual([PORT, INNER]);
    expect(settingsOf('base', 'settings').PORT).toBe(PORT);
    expect(compose.services.gateway?.environment?.OPS_PORT).toBe(INNER);
    expect(haproxy).toContain(`BALANCER_GATEWAYS-gateway:${PORT}`);
    expect(haproxy).toContain(`BALANCER_DESKS-gateway:${INNER}`);
    for (const file of ['balancer', 'pooler']) {
      const exposed = /^EXPOSE (.*)$/m.exec(read(`server/deploy/${file}.Dockerfile`))?.[1]?.split(' ') ?? [];
      const said =
        file === 'balancer'
          ? [...haproxy.matchAll(/^ {2}bind "\$\{BALANCER_(?:PLAIN|PUBLIC|DESK)-:(\d+)\}"/gm)].map(([, port]) => port)
          : ['6432'];
      expect(exposed).toEqual(said);
    }
  });

  it.each(['server/documents/operations.md'])('each stands in %s, with what answers there', (path) => {
    const table = read(path).split('## Ports')[1]?.split('\n## ')[0] ?? '';
    const said = [...table.matchAll(/^\| `(\d+)`/gm)].map(([, port = '']) => port);
    const exposed = [...manifestsOf('base')].flatMap(({ kind, spec }) =>
      kind === 'Deployment'
        ? (spec?.template?.spec.containers.flatMap(({ ports = [] }) =>
            ports.map(({ containerPort }) => String(containerPort)),
          ) ?? [])
        : [],
    );
    expect(said.sort()).toEqual([...new Set(exposed)].sort());
  });
});

describe('probes', () => {
  it('stand in the documents, and are what image and compose ask for', () => {
    for (const path of HEALTH_PATHS) expect(operations).toContain(`/${path}`);
    expect(read('server/healthcheck.ts')).toContain('/readyz');
    expect(dockerfile).toContain('HEALTHCHECK');
    for (const role of ROLE_NAMES)
      expect(compose.services[role]?.healthcheck?.test.join(' ')).toContain('dist/server/healthcheck.js');
  });
});

describe('roles', () => {
  it.each([...ROLES])('%s stands in the documents', (role) => {
    expect(page).toContain(role);
    expect(operations.split('## Roles')[1]?.split('\n## ')[0]).toContain(role);
  });
});
