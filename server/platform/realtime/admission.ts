import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { networkOf } from '../http/network-of.rules.js';
import { NetworkBudgets } from './network-budgets.js';
import type { RealtimeSettings } from './realtime-settings.js';
import { TokenBucket } from './token-bucket.js';

/** Handshakes above the admitted rate get a reply with a retry time, up to this multiple of it; beyond it, none. */
const HARD_LIMIT_FACTOR = 3;
/**
 * An address opens as many sockets at once as it may have, as when all users behind it come back after a restart, and has the
 * right to open as many again after so long. Tries that everybody's limit refuses count, too: in a storm they come back at that pace.
 */
const ADDRESS_REFILL_SECONDS = 10;

/**
 * Whether a handshake's origin may connect. A request without an Origin header does not come from a browser page, so
 * there is no foreign page behind it. The host counts as the site's own when it is the one the request was sent to.
 */
export function isOriginAllowed(origin: string | undefined, host: string | undefined, allowed: string[]): boolean {
  if (origin === undefined) return true;
  if (allowed.includes('*') || allowed.includes(origin)) return true;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && originHost !== '' && originHost === host.toLowerCase();
}

/**
 * Whether the request comes from one of our own pages, by the headers that the browser sets. Only then does a cookie prove
 * the session: browsers attach it to every same-site request (CSRF). An origin that only `*` admits is not our own.
 */
export function isOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, allowed: string[]): boolean {
  if (origin === undefined) return site === 'same-origin';
  const named = allowed.filter((one) => one !== '*');
  return isOriginAllowed(origin, host, named);
}

/** Whether the reply is wanted as a script (JSONP), which pages of every origin may read. */
function isScriptWanted(url: string | undefined): boolean {
  const start = url?.indexOf('?') ?? -1;
  return start >= 0 && new URLSearchParams(url?.slice(start + 1)).has('j');
}

/** The address of the client, behind as many proxies as are trusted. */
export function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return forwarded[Math.max(0, forwarded.length - trustedProxies)] ?? direct;
}

/** Whether a trusted proxy reports that the request came without TLS; the header of any other sender is ignored. */
function isPlain({ headers }: IncomingMessage, trustedProxies: number): boolean {
  if (trustedProxies === 0) return false;
  const said = String(headers['x-forwarded-proto'] ?? '').split(',');
  const outermost = said[Math.max(0, said.length - trustedProxies)] ?? '';
  return ['http', 'ws'].includes(outermost.trim().toLowerCase());
}

/** Admission control: limits sockets per address and handshakes per second, of an address and of all, and admits no one while the process drains. */
export class Admission {
  private readonly sockets = new Map<string, number>();
  private readonly soft: TokenBucket;
  private readonly hard: TokenBucket;
  private readonly networks: NetworkBudgets;
  private isClosed = false;

  constructor(
    private readonly settings: RealtimeSettings,
    private readonly steadyNow: () => number,
  ) {
    const rate = settings.handshakesPerSecond;
    this.soft = new TokenBucket(rate, rate, steadyNow());
    this.hard = new TokenBucket(rate * HARD_LIMIT_FACTOR, rate * HARD_LIMIT_FACTOR, steadyNow());
    const most = settings.socketsPerAddress;
    this.networks = new NetworkBudgets(Math.max(1, most / ADDRESS_REFILL_SECONDS), most);
  }

  /** Refuses all new connections. */
  close(): void {
    this.isClosed = true;
  }

  /** The reason why a handshake is refused, as the reply's text; null when it may go on. */
  refusal(request: IncomingMessage): string | null {
    const { origin, host } = request.headers;
    if (this.isClosed) return 'draining';
    if (isScriptWanted(request.url)) return 'JSONP is not served';
    if (this.settings.requireTls && isPlain(request, this.settings.trustedProxies)) return 'only by TLS (wss)';
    if (!isOriginAllowed(origin, host, this.settings.allowedOrigins)) return 'origin not allowed';
    const address = networkOf(addressOf(request, this.settings.trustedProxies));
    if ((this.sockets.get(address) ?? 0) >= this.settings.socketsPerAddress) return 'too many sockets of one address';
    // The global budget comes last, so that an address over its own limits consumes none of it.
    const now = this.steadyNow();
    if (!this.networks.take(address, now) || !this.hard.take(now)) return `busy, retryInMs=${this.retryInMs()}`;
    return null;
  }

  /**
   * Milliseconds after which a client should retry; null when it is admitted. Checked after the handshake, because
   * browsers hide the response of a refused WebSocket upgrade from the page.
   */
  postponed(): number | null {
    return this.soft.take(this.steadyNow()) ? null : this.retryInMs();
  }

  /** Counts a connection of the address until the returned function is called. */
  count(address: string): () => void {
    return countIn(this.sockets, networkOf(address));
  }

  private retryInMs(): number {
    return 1000 + Math.floor(Math.random() * 4000);
  }
}

function countIn(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    const left = (counts.get(name) ?? 1) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  };
}
