import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Requests that one family of attacks may send. */
export const REQUESTS_MAX = 3000;
const PATIENCE_MS = 60_000;

export interface Asked {
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Sent as the old clients do. */
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: Buffer | string;
  token?: string;
  /** The network address that the proxy before the product writes down. */
  from?: string;
  /** In the place of the public port. */
  port?: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Of the envelope, where there is one. */
  type: string;
  code: string;
  message: unknown;
}

/** Bytes that are sent as they are, and what came back for them. */
export interface RawAnswer {
  /** Of every reply on the connection, in order. */
  statuses: number[];
  text: string;
  /** Whether the other side ended the connection. */
  isClosed: boolean;
}

export interface RawAsked {
  /** Sent one after the other, with a pause between them. */
  pieces: readonly string[];
  pauseMs?: number;
  /** Repeats the last piece until the other side closes. */
  isEndless?: boolean;
  /** No longer is waited for the other side to close. */
  limitMs?: number;
  port?: number;
}

/** An address of the networks that are kept for measurements (RFC 2544): nobody's. */
export function anAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`;
}

/**
 * Somebody at the public port, with nothing but what the internet gives: any address, any bytes. Stays on this machine,
 * and sends no more than {@link REQUESTS_MAX} requests until it is told that another family begins.
 */
export class Stranger {
  private sent = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly sockets = new Set<Socket>();
  readonly host: string;
  readonly port: number;

  /** @param url of the product. @throws Error for an address that is not this machine's. */
  constructor(readonly url: string) {
    const { hostname, port, protocol } = new URL(url);
    if (protocol !== 'http:' || !['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
      throw new Error(`${url} is not an http address of this machine: attacks stay on it.`);
    }
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = Number(port || '80');
  }

  /** How many requests the family has sent. */
  get requests(): number {
    return this.sent;
  }

  beginFamily(): void {
    this.sent = 0;
  }

  /** A call of the API. */
  call(path: string, asked: Asked = {}): Promise<Answer> {
    return this.ask(`/api/${path}`, asked);
  }

  /** A request to exactly this target, which is not made tidy. */
  ask(target: string, asked: Asked = {}): Promise<Answer> {
    this.count();
    const { method, body, headers } = written(asked);
    return new Promise((resolve, reject) => {
      const { host, agent } = this;
      const sent = request({ host, port: asked.port ?? this.port, path: target, method, headers, agent }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('error', reject);
        reply.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text, ...envelopeOf(text) });
        });
      });
      sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`No reply to ${method} ${target.slice(0, 80)}`)));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Bytes as no HTTP library would send them. */
  raw({ pieces, pauseMs = 0, isEndless = false, limitMs = 10_000, port = this.port }: RawAsked): Promise<RawAnswer> {
    this.count();
    return new Promise((resolve) => {
      let text = '';
      let next = 0;
      let timer: NodeJS.Timeout | undefined;
      const socket = connect(port, this.host);
      this.sockets.add(socket);
      const end = (isClosed: boolean) => {
        clearTimeout(timer);
        clearTimeout(limit);
        socket.destroy();
        this.sockets.delete(socket);
        const statuses = [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
        resolve({ statuses, text, isClosed });
      };
      const limit = setTimeout(() => end(false), limitMs);
      const write = () => {
        const piece = pieces[Math.min(next, pieces.length - 1)] ?? '';
        next += 1;
        socket.write(piece, 'latin1');
        if (next < pieces.length || isEndless) timer = setTimeout(write, pauseMs);
      };
      socket.on('connect', write);
      socket.on('data', (part: Buffer) => {
        text += part.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => end(true));
    });
  }

  close(): void {
    this.agent.destroy();
    for (const socket of this.sockets) socket.destroy();
  }

  /** For whoever sends by other means. */
  count(requests = 1): void {
    this.sent += requests;
    if (this.sent > REQUESTS_MAX) throw new Error(`More than ${REQUESTS_MAX} requests of one family`);
  }
}

function written({ method, headers = {}, form, json, body, token, from }: Asked) {
  const named: OutgoingHttpHeaders = {
    lang: 'en',
    ...(token === undefined ? {} : { authorization: token }),
    ...(from === undefined ? {} : { 'x-forwarded-for': from }),
  };
  if (form) named['content-type'] = 'application/x-www-form-urlencoded; charset=UTF-8';
  if (json !== undefined) named['content-type'] = 'application/json';
  const text = json === undefined ? form && new URLSearchParams(form).toString() : JSON.stringify(json);
  const bytes = body ?? text;
  if (bytes !== undefined) named['content-length'] = Buffer.byteLength(bytes);
  return { method: method ?? (bytes === undefined ? 'GET' : 'POST'), body: bytes, headers: { ...named, ...headers } };
}

function envelopeOf(text: string): Pick<Answer, 'type' | 'code' | 'message'> {
  const none = { type: '', code: '', message: undefined };
  if (!text.startsWith('{')) return none;
  try {
    const { type = '', code = '', message } = JSON.parse(text) as { type?: unknown; code?: unknown; message?: unknown };
    return { type: String(type), code: String(code), message };
  } catch {
    return none;
  }
}
