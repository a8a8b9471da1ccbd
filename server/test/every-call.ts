import { GOOD } from './faults/fuzz-routes.js';

/** A value that is right for each field that has one, so that a call comes as far as it can. */
export const USUAL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(GOOD).map(([name, [value = '']]) => [name, value])),
  currency_id: '3',
  legal_id: '3',
};

export const isDesk = (path: string): boolean => path.startsWith('/ops');

/** The fields of a call with their usual values; of spot the coin, which everything else calls the coin to pay in. */
export function usualFields(path: string, names: readonly string[]): Record<string, string> {
  const fields = Object.fromEntries(names.map((name) => [name, USUAL[`${path} ${name}`] ?? USUAL[name] ?? '1']));
  if ((path.startsWith('coin/') || path.startsWith('spot/')) && 'currency_id' in fields) fields.currency_id = '1';
  return fields;
}

export interface SentCall {
  verb: string;
  path: string;
  fields: Readonly<Record<string, string>>;
  token: string;
  /** The body as it goes over the wire; not set: the fields, in the form that such clients send. */
  body?: string;
}

export interface CallReply {
  status: number;
  text: string;
  /** Of the envelope; of anything else nothing. */
  type: string | undefined;
  code: string | undefined;
}

/** Sends a call of the API description: a form, or JSON at the desk and where a body is given. */
export async function sendCall(url: string, { verb, path, fields, token, body }: SentCall): Promise<CallReply> {
  const filled = path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(fields[name] ?? '1'));
  const address = `${url}${filled.startsWith('/') ? filled : `/api/${filled}`}`;
  const isJson = isDesk(path) || body !== undefined;
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const form = new URLSearchParams({ ...fields }).toString();
  const headers = { authorization: token, lang: 'en', ...(verb === 'GET' ? {} : { 'content-type': type }) };
  const sent = body ?? (isJson ? JSON.stringify(fields) : form);
  const reply =
    verb === 'GET'
      ? await fetch(`${address}?${form}`, { headers })
      : await fetch(address, { method: verb, headers, body: sent });
  const text = await reply.text();
  const { type: kind, code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { type?: string; code?: string };
  return { status: reply.status, text, type: kind, code };
}
