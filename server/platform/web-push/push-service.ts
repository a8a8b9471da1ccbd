import { assertWithin, type Reach } from '../outside/reach.js';

const ENDPOINT_LENGTH_MAX = 1000;

/**
 * Which of the services an address that a browser named belongs to; null where it is of none, and nobody calls it. Where a
 * name leads is judged again as it is looked up for the call.
 * @param services hosts; `*.example.org` is all below it, `*` any.
 * @param reach `any` takes plain http, too: in tests and in development, where the service is one's own.
 */
export function pushServiceOf(endpoint: string, services: readonly string[], reach: Reach): string | null {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return null;
  const url = new URL(endpoint);
  const isPlain = url.protocol === 'https:' ? false : url.protocol === 'http:' && reach === 'any';
  if (url.protocol !== 'https:' && !isPlain) return null;
  if (url.username !== '' || url.password !== '' || (reach === 'public' && url.port !== '')) return null;
  try {
    assertWithin(url, reach);
  } catch {
    return null;
  }
  return services.find((service) => isOf(url.hostname, service)) ?? null;
}

function isOf(host: string, service: string): boolean {
  if (service === '*') return true;
  return service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service;
}

/** Whether the two are what a browser says of a subscription: a point of the curve P-256, and 16 bytes (RFC 8291). */
export function areSubscriptionKeys(p256dh: string, auth: string): boolean {
  return (
    /^[A-Za-z0-9_-]{87}$/.test(p256dh) && Buffer.from(p256dh, 'base64url')[0] === 4 && /^[A-Za-z0-9_-]{22}$/.test(auth)
  );
}
