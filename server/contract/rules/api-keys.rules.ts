/** What requests signed by a key may do. There is none for what leaves the account: no withdrawal, no transfer, no sale to others. */
export const API_KEY_SCOPES = ['read', 'trade.spot', 'trade.futures', 'trade.options'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** `hmac`: HMAC-SHA256 with a secret that both sides know. `ed25519`: the private key never leaves its owner. */
export const API_KEY_KINDS = ['hmac', 'ed25519'] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** Of a key's name, in UTF-16 units. */
export const API_KEY_NAME_MAX = 60;
/** Keys of one user that have not ended. */
export const API_KEYS_MAX = 20;
/** Addresses and networks of one key. */
export const API_KEY_ADDRESSES_MAX = 20;
/** After so many days a key can be made to end. */
export const API_KEY_DAYS = [7, 30, 90, 180, 365] as const;
/** A key without a list of addresses ends after so many days at the latest. */
export const OPEN_KEY_DAYS = 90;

/** For so long after its timestamp a signed request is accepted, when it says nothing else. */
export const RECEIVE_WINDOW_MS = 5000;
export const RECEIVE_WINDOW_MAX_MS = 60_000;
/** The caller's clock may be so far ahead of ours. */
export const CLOCK_AHEAD_MS = 1000;

/** The header fields of a signed request, as Node has them. */
export const KEY_HEADERS = {
  key: 'x-api-key',
  timestamp: 'x-api-timestamp',
  window: 'x-api-recv-window',
  signature: 'x-api-sign',
} as const;

/** In the place of an HTTP verb where a socket is opened. */
export const SOCKET_VERB = 'SOCKET';
export const SOCKET_PATH = '/socket.io/';

/** What a signature is about. */
export interface SignedParts {
  /** Unix milliseconds, decimal text as it is sent. */
  timestamp: string;
  key: string;
  /** Milliseconds, as sent; `5000` where the header is not sent. */
  window: string;
  /** `GET`, `POST`, `PUT`; `SOCKET` for a socket. */
  verb: string;
  /** Path with the query, byte by byte as in the request line. */
  path: string;
  /** The `Idempotency-Key` header; empty where it is not sent. */
  idempotencyKey: string;
  /** SHA-256 of the body's bytes, lower-case hexadecimal; of no bytes where there is no body. */
  bodyHash: string;
}

/** The text that is signed: seven lines, none of which can hold a line feed. */
export function signedText({ timestamp, key, window, verb, path, idempotencyKey, bodyHash }: SignedParts): string {
  return [timestamp, key, window, verb, path, idempotencyKey, bodyHash].join('\n');
}

/** Whether a request with this timestamp is accepted now. All in milliseconds. */
export function isInWindow(timestamp: number, windowMs: number, now: number): boolean {
  return timestamp - now <= CLOCK_AHEAD_MS && now - timestamp <= windowMs;
}
