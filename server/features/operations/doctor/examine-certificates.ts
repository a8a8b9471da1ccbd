import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { type Finding, finding } from './finding.js';

const DAY_MS = 86_400_000;
const ANSWER_MS = 5000;
/** Days that are left. Renewal by ACME begins thirty days before the end. */
const SOON = 21;
const TOO_SOON = 7;
const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** What a server showed. */
export interface ShownCertificate {
  /** Unix milliseconds. */
  validUntil: number;
  /** Why whoever comes does not believe it; null: they do. */
  fault: string | null;
  /** Whom it is for, as it says itself. */
  names: string;
}

/** Looks at the certificates of addresses that are reached by TLS from the first byte on: the site, and Redis. */
export class ExamineCertificates {
  constructor(private readonly addresses: readonly string[]) {}

  /** @param now Unix milliseconds. */
  async execute(now: number): Promise<Finding[]> {
    const asked = this.addresses
      .filter((address) => /^(?:https|rediss):/.test(address))
      .map((address) => new URL(address));
    return Promise.all(
      asked.map(async ({ hostname, port, protocol }) => {
        const usual = protocol === 'https:' ? 443 : 6379;
        // An address of IPv6 stands in brackets.
        const at = { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: port === '' ? usual : Number(port) };
        const name = `${hostname}:${at.port}`;
        try {
          return certificateFinding(name, await shownAt(at), now);
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          return finding(
            'certificates',
            'unknown',
            `${name} showed no certificate: ${reason}`,
            'Ask again from where it can be reached.',
          );
        }
      }),
    );
  }
}

/** @param now Unix milliseconds. */
export function certificateFinding(name: string, { validUntil, fault, names }: ShownCertificate, now: number): Finding {
  const days = Math.floor((validUntil - now) / DAY_MS);
  if (fault === OTHER_NAME)
    return finding(
      'certificates',
      'wrong',
      `that of ${name} is for other names: ${names || 'none'} (good for ${days} days)`,
      'Put one in its place that is for this name too, or correct PUBLIC_URL or REDIS_URL.',
    );
  if (fault !== null)
    return finding(
      'certificates',
      'wrong',
      `nobody believes ${name}: ${fault} (good for ${days} days)`,
      'Put one in its place that is for this name, of an authority that is known, with those between.',
    );
  const state = days < TOO_SOON ? 'wrong' : days < SOON ? 'watch' : 'ok';
  return finding(
    'certificates',
    state,
    `that of ${name} is good for ${days} days`,
    'Renew it (server/documents/operations.md, "TLS"), and find out why nothing did.',
  );
}

/** @throws where nothing answers by TLS in time. */
function shownAt({ host, port }: { host: string; port: number }): Promise<ShownCertificate> {
  return new Promise((resolve, reject) => {
    // Whoever looks at a bad certificate must see it; nothing is said over this connection.
    const socket = connect({
      host,
      port,
      servername: isIP(host) === 0 ? host : '',
      rejectUnauthorized: false,
    });
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer in time')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: end, subjectaltname: names = '' } = socket.getPeerCertificate();
      const fault = socket.authorized ? null : String(socket.authorizationError);
      resolve({ validUntil: Date.parse(end), fault, names });
      socket.destroy();
    });
  });
}
