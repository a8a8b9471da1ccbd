import { Agent, request } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { Balancer } from './balancer.js';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Somebody at an address of their own, who comes to the balancer by TLS and keeps its cookies as a browser does. */
export class Visitor {
  private readonly agent: Agent;
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly balancer: Balancer,
    readonly address: string,
    private readonly door: 'PUBLIC' | 'DESK' = 'PUBLIC',
  ) {
    this.agent = new Agent({ keepAlive: true, ca: balancer.certificate, localAddress: address, maxSockets: 8 });
  }

  get url(): string {
    return `https://trade.example:${this.balancer.ports[this.door]}`;
  }

  /** The value of a cookie; null without it. */
  cookie(name: string): string | null {
    return this.cookies.get(name) ?? null;
  }

  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      host: 'trade.example',
      ...(cookie === '' ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    return new Promise((settle, fail) => {
      const asked = request(
        {
          agent: this.agent,
          host: '127.0.0.1',
          port: this.balancer.ports[this.door],
          servername: 'trade.example',
          method,
          path,
          headers: sent,
        },
        (reply) => {
          const parts: Buffer[] = [];
          reply.on('data', (part: Buffer) => parts.push(part));
          reply.on('error', fail);
          reply.on('end', () => {
            this.storeCookies(reply.headers['set-cookie'] ?? []);
            settle({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(parts).toString() });
          });
        },
      );
      asked.on('error', fail);
      asked.end(body);
    });
  }

  /** A call of the contract with its fields. */
  call(path: string, fields: Record<string, string> | null, token = '', headers: Record<string, string> = {}) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const all = { authorization: token, lang: 'en', ...(fields ? form : {}), ...headers };
    const body = fields ? new URLSearchParams(fields).toString() : undefined;
    return this.ask(`/api/${path}`, {
      method: fields ? 'POST' : 'GET',
      headers: all,
      ...(body === undefined ? {} : { body }),
    });
  }

  leave(): void {
    this.agent.destroy();
  }

  private storeCookies(given: string[]): void {
    for (const line of given) {
      const [pair = ''] = line.split(';', 1);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      this.cookies.set(name, value);
    }
  }
}
