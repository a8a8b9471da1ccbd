import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { findProgram } from '../../platform/embedded/services/programs.mjs';

const ROOT = join(__dirname, '../../..');
export const FOLDER = join(ROOT, 'server/deploy/kubernetes');

interface Probe {
  httpGet?: { path: string; port: string };
  tcpSocket?: { port: string };
  periodSeconds: number;
  failureThreshold: number;
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  env?: unknown;
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  lifecycle?: { preStop?: unknown };
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: unknown;
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface SecretSource {
  name: string;
  optional?: boolean;
}

export interface Volume {
  name: string;
  emptyDir?: unknown;
  configMap?: { name: string };
  secret?: { secretName: string };
  projected?: { defaultMode: number; sources: { secret: SecretSource }[] };
}

export interface Pod {
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  securityContext?: unknown;
  topologySpreadConstraints?: { topologyKey: string; labelSelector: Selector }[];
  terminationGracePeriodSeconds?: number;
  containers: Container[];
  initContainers?: Container[];
  volumes?: Volume[];
}

interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

export interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string; except?: string[] };
}

export interface Rule {
  from?: Peer[];
  to?: Peer[];
  ports: { protocol: string; port: string | number }[];
}

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
  data?: Record<string, string>;
  spec?: {
    type?: string;
    replicas?: number;
    minReadySeconds?: number;
    strategy?: { rollingUpdate: { maxSurge: number; maxUnavailable: number } };
    selector?: Selector & Record<string, unknown>;
    template?: { metadata: { labels: Record<string, string> }; spec: Pod };
    ports?: { name: string; port: number; targetPort: string }[];
    clusterIP?: string;
    publishNotReadyAddresses?: boolean;
    maxUnavailable?: number;
    minReplicas?: number;
    maxReplicas?: number;
    metrics?: { pods: { metric: { name: string } } }[];
    podSelector?: Selector;
    policyTypes?: string[];
    ingress?: Rule[];
    egress?: Rule[];
    endpoints?: { port: string; path: string }[];
    groups?: unknown[];
  };
}

interface Patch {
  path: string;
  /** What is patched, where the patch does not say it itself: names are an expression. */
  target?: { kind: string; name: string };
}

interface Kustomization {
  patches?: Patch[];
  namespace: string;
  resources: string[];
  configMapGenerator?: { name: string; behavior?: string; envs?: string[]; literals?: string[]; files?: string[] }[];
}

export const kustomizationOf = (name: string): Kustomization =>
  parse(readFileSync(join(FOLDER, name, 'kustomization.yaml'), 'utf8')) as Kustomization;

/** The manifests of a text of several. */
export function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw document.errors[0] as Error;
      return document.toJS() as Manifest | null;
    })
    .filter((manifest) => manifest !== null);
}

/** The manifests of a folder, as they are written. */
export function manifestsOf(name: string): Manifest[] {
  const files = kustomizationOf(name).resources.filter((path) => path.endsWith('.yaml'));
  return files.flatMap((file) => manifestsIn(readFileSync(join(FOLDER, name, file), 'utf8')));
}

/** The settings that one set of a folder makes, by name: what stands in its files and beside them. */
export function settingsOf(folder: string, name: string): Record<string, string> {
  const sets = kustomizationOf(folder).configMapGenerator?.filter((set) => set.name === name) ?? [];
  const lines = sets.flatMap(({ envs = [], literals = [] }) => [
    ...envs.flatMap((file) => readFileSync(join(FOLDER, folder, file), 'utf8').split('\n')),
    ...literals,
  ]);
  const settings = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    settings.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** What a folder comes to, all patches and settings of it; null where nothing here can tell. */
export function builtOf(name: string): Manifest[] | null {
  const kubectl = process.env.KUBECTL_PATH ?? findProgram(['kubectl']);
  if (kubectl === null) return null;
  const say = (...words: string[]) => execFileSync(kubectl, words, { encoding: 'utf8' });
  const { clientVersion } = JSON.parse(say('version', '--client', '-o', 'json')) as {
    clientVersion: { minor: string };
  };
  if (Number.parseInt(clientVersion.minor, 10) >= 21) return manifestsIn(say('kustomize', join(FOLDER, name)));
  const copy = mkdtempSync(join(tmpdir(), 'kustomize-'));
  try {
    cpSync(FOLDER, copy, { recursive: true });
    for (const folder of ['base', 'production'])
      writeFileSync(join(copy, folder, 'kustomization.yaml'), inOldWords(folder));
    return manifestsIn(say('kustomize', join(copy, name)));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The same for Kustomize 2, which kubectl has up to 1.20: it calls some things otherwise, and patches one resource at a time. */
function inOldWords(folder: string): string {
  const { patches = [], resources, configMapGenerator = [], ...rest } = kustomizationOf(folder);
  const isOfSteps = ({ path }: Patch) =>
    Array.isArray(parseAllDocuments(readFileSync(join(FOLDER, folder, path), 'utf8'))[0]?.toJS());
  return stringify({
    ...rest,
    bases: resources.filter((path) => !path.endsWith('.yaml')),
    resources: resources.filter((path) => path.endsWith('.yaml')),
    configMapGenerator: configMapGenerator.map(({ envs, ...set }) => {
      if ((envs?.length ?? 0) > 1) throw new Error(`${set.name}: Kustomize 2 reads one file of settings`);
      return { ...set, ...(envs && { env: envs[0] }) };
    }),
    patchesStrategicMerge: patches.filter((patch) => !isOfSteps(patch)).map(({ path }) => path),
    patchesJson6902: patches
      .filter(isOfSteps)
      .flatMap(({ path, target }) =>
        (target?.name ?? '')
          .split('|')
          .map((name) => ({ path, target: { group: 'apps', version: 'v1', kind: target?.kind, name } })),
      ),
  });
}

/** What the schemas find wrong, a line each. */
export function faultsOf(manifests: readonly unknown[]): string[] {
  const program = join(__dirname, 'find-faults.mjs');
  return JSON.parse(
    execFileSync(process.execPath, [program], { cwd: ROOT, input: JSON.stringify(manifests), encoding: 'utf8' }),
  ) as string[];
}
