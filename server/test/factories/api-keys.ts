import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type ApiKeyScope,
  API_KEY_SCOPES,
  KEY_HEADERS,
  signedText,
  SOCKET_PATH,
  SOCKET_VERB,
} from '../../contract/rules/api-keys.rules.js';
import { aRecoveryCode } from './recovery-codes.js';

/** A key as its owner's program has it. */
export interface OwnKey {
  id: string;
  key: string;
  /** Of an `ed25519` key its private half. */
  secret: string | KeyObject;
}

export interface AskedKey {
  name?: string;
  scopes?: readonly ApiKeyScope[];
  demo?: boolean;
  addresses?: string;
  days?: string;
  kind?: 'hmac' | 'ed25519';
  /** Of a sub-account. */
  of?: string;
}

const PIN = '582913';

/** The fields of a call that makes a key, for a user of the test with an authenticator. */
export function keyFields({ name = 'Bot', scopes = API_KEY_SCOPES, demo = false, ...more }: AskedKey = {}) {
  const { addresses = '', days = '90', kind = 'hmac' } = more;
  return {
    name,
    kind,
    scopes: scopes.join(','),
    account_type: demo ? 'simulation_account' : 'real_account',
    addresses,
    days,
    pay_password: PIN,
    code: aRecoveryCode(),
    ...(more.of === undefined ? {} : { sub_account_id: more.of }),
  };
}

/** Has the product make a key, as the page does. */
export async function makeKey(url: string, token: string, asked: AskedKey = {}): Promise<OwnKey> {
  const pair = asked.kind === 'ed25519' ? generateKeyPairSync('ed25519') : null;
  const publicKey = pair?.publicKey.export({ format: 'pem', type: 'spki' }).toString();
  const fields = { ...keyFields(asked), ...(publicKey ? { public_key: publicKey } : {}) };
  const reply = await fetch(`${url}/api/user/api_keys/add`, {
    method: 'POST',
    headers: { authorization: token, lang: 'en', 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  const { type, message } = (await reply.json()) as {
    type: string;
    message: { id: string; key: string; secret: string };
  };
  if (type !== 'ok') throw new Error(`No key was made: ${JSON.stringify(message)}`);
  return { id: message.id, key: message.key, secret: pair ? pair.privateKey : message.secret };
}

/** What is sent, and what of it is signed otherwise than it is sent. */
export interface SignedCall {
  verb?: string;
  /** With its query, and `/api` before it. */
  path: string;
  body?: string;
  type?: string;
  idempotencyKey?: string;
  at: number;
  window?: string;
  headers?: Record<string, string>;
}

/** @param call its body as text or as the bytes that are sent. */
export function signature(
  { key, secret }: Pick<OwnKey, 'key' | 'secret'>,
  call: Omit<SignedCall, 'body'> & { body?: string | Uint8Array },
): string {
  const { verb = 'GET', path, body = '', idempotencyKey = '', at, window = '5000' } = call;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = signedText({ timestamp: String(at), key, window, verb, path, idempotencyKey, bodyHash });
  return typeof secret === 'string'
    ? createHmac('sha256', secret).update(text).digest('hex')
    : sign(null, Buffer.from(text), secret).toString('base64');
}

export function signedHeaders(own: Pick<OwnKey, 'key' | 'secret'>, call: SignedCall): Record<string, string> {
  const { at, window, idempotencyKey, body, type = 'application/json', headers = {} } = call;
  return {
    lang: 'en',
    [KEY_HEADERS.key]: own.key,
    [KEY_HEADERS.timestamp]: String(at),
    ...(window === undefined ? {} : { [KEY_HEADERS.window]: window }),
    [KEY_HEADERS.signature]: signature(own, call),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(body === undefined ? {} : { 'content-type': type }),
    ...headers,
  };
}

export interface SignedReply {
  status: number;
  type: string;
  code: string | undefined;
  message: unknown;
  headers: Headers;
}

/** Sends a request that the key has signed. */
export async function sendSigned(
  url: string,
  own: Pick<OwnKey, 'key' | 'secret'>,
  call: SignedCall,
): Promise<SignedReply> {
  const { verb = 'GET', path, body } = call;
  return answerOf(
    await fetch(`${url}${path}`, {
      method: verb,
      headers: signedHeaders(own, call),
      ...(body === undefined ? {} : { body }),
    }),
  );
}

export async function answerOf(reply: Response): Promise<SignedReply> {
  const text = await reply.text();
  const said = (text.startsWith('{') ? JSON.parse(text) : {}) as Omit<SignedReply, 'status' | 'headers'>;
  return { ...said, code: said.code, status: reply.status, headers: reply.headers };
}

/** The `auth` of a socket's handshake that the key has signed. */
export function signedHandshake(own: Pick<OwnKey, 'key' | 'secret'>, at: number): Record<string, string> {
  const call = { verb: SOCKET_VERB, path: SOCKET_PATH, at };
  return { protocol: 'channels/1', key: own.key, timestamp: String(at), signature: signature(own, call) };
}
