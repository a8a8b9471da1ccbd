// Reads manifests as JSON from standard input, and writes what the schemas of Kubernetes and of the Prometheus operator find wrong
// with each. A program of its own: those packages are ES modules that Jest cannot take.
import { readFileSync } from 'node:fs';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';

const MODELS = [
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  PrometheusRule,
  Service,
  ServiceMonitor,
];

/** @typedef {{ apiVersion: string, kind: string, metadata: { name: string } }} Manifest */

/**
 * The same value, which notes every member that somebody asks for.
 * @param {unknown} value
 * @param {string} place
 * @param {Set<string>} asked
 * @returns {unknown}
 */
function watched(value, place, asked) {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const member = /** @type {unknown} */ (Reflect.get(target, name, receiver));
      if (typeof name === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(name))) return member;
      asked.add(`${place}/${name}`);
      return watched(member, `${place}/${name}`, asked);
    },
  });
}

/**
 * Every member, by its place.
 * @param {unknown} value
 * @param {string} [place]
 * @returns {string[]}
 */
function placesOf(value, place = '') {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    `${place}/${name}`,
    ...placesOf(member, `${place}/${name}`),
  ]);
}

/** @param {Manifest} manifest */
function faultsOf(manifest) {
  const { apiVersion, kind } = manifest;
  const model = MODELS.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (!model) return [`${apiVersion} ${kind} is not known to this test`];
  const asked = /** @type {Set<string>} */ (new Set());
  const faults = [];
  try {
    model.prototype.validate.call(/** @type {never} */ (watched(manifest, '', asked)));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  // A member that the schema never asks for is none: a word that is misspelled would mean nothing to Kubernetes.
  const unknown = placesOf(manifest).filter((place) => !asked.has(place));
  return [...faults, ...unknown.map((place) => `${place} is unknown`)];
}

const manifests = /** @type {Manifest[]} */ (JSON.parse(readFileSync(0, 'utf8')));
const found = manifests.map((manifest) =>
  faultsOf(manifest).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
);
process.stdout.write(JSON.stringify(found.flat()));
