import type { TestApp } from './app.js';

/** What every call answers. */
export interface Reply {
  status: number;
  type: string;
  // The payload's form is the call's; a test says which it expects.
  message: unknown;
  code?: string;
  headers: Headers;
}

export interface CallOptions {
  token?: string | null;
  language?: string;
  headers?: Record<string, string>;
}

/** Speaks to the product as the old clients do: forms, and the raw token in `Authorization`. */
export class Caller {
  constructor(private readonly app: Pick<TestApp, 'url'>) {}

  post(path: string, fields: Record<string, string> = {}, options: CallOptions = {}): Promise<Reply> {
    const body = new URLSearchParams(fields).toString();
    return this.send(path, { method: 'POST', body, headers: { 'content-type': FORM } }, options);
  }

  /** As those of them do that send everything as JSON, with its types. */
  postJson(path: string, fields: object, options: CallOptions = {}): Promise<Reply> {
    const headers = { 'content-type': 'application/json;charset=utf-8' };
    return this.send(path, { method: 'POST', body: JSON.stringify(fields), headers }, options);
  }

  get(path: string, options: CallOptions = {}): Promise<Reply> {
    return this.send(path, { method: 'GET', headers: {} }, options);
  }

  private async send(path: string, init: RequestInit & { headers: object }, options: CallOptions): Promise<Reply> {
    const headers = {
      ...init.headers,
      lang: options.language ?? 'en',
      ...(options.token === undefined ? {} : { authorization: options.token ?? 'null' }),
      ...options.headers,
    };
    const reply = await fetch(`${this.app.url}/api/${path}`, { ...init, headers });
    const body = (await reply.json()) as Omit<Reply, 'status' | 'headers'>;
    return { ...body, status: reply.status, headers: reply.headers };
  }
}

const FORM = 'application/x-www-form-urlencoded; charset=UTF-8';
