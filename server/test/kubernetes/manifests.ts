import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
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

interface Kustomization {
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
  const kubectl = findProgram(['kubectl']);
  if (kubectl === null) return null;
  return manifestsIn(execFileSync(kubectl, ['kustomize', join(FOLDER, name)], { encoding: 'utf8' }));
}

/** What the schemas find wrong, a line each. */
export function faultsOf(manifests: readonly unknown[]): string[] {
  const program = join(__dirname, 'find-faults.mjs');
  return JSON.parse(
    execFileSync(process.execPath, [program], { cwd: ROOT, input: JSON.stringify(manifests), encoding: 'utf8' }),
  ) as string[];
}
