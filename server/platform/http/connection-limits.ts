import type { Socket } from 'node:net';
import { DEFAULT_LANGUAGE } from '../../contract/languages/index.js';
import { errorEnvelope } from './refusal-filter.js';
import { Refusal } from './refusal.js';
import { COMMON_HEADERS } from './security-headers.js';

/** A whole request must have arrived within this time, and its headers within that. */
export const REQUEST_LIMIT_MS = 30_000;
const HEADERS_LIMIT_MS = 10_000;
/**
 * Connections that may wait to be accepted. Node asks for 511; what does not fit is dropped, and its client tries again
 * after one second, three, seven. The system may cap it (net.core.somaxconn, 4096 today).
 */
export const LISTEN_BACKLOG = 4096;
/** How often connections are looked at for the two limits above; they end at most so much later. */
const LOOK_EVERY_MS = 1000;

/** What holds for every connection to any of our ports. */
export const SERVER_LIMITS = {
  requestTimeout: REQUEST_LIMIT_MS,
  headersTimeout: HEADERS_LIMIT_MS,
  connectionsCheckingInterval: LOOK_EVERY_MS,
  // Asked for by isPlainRequest(), so that this refusal is like every other.
  requireHostHeader: false,
} as const;

const BROKEN_STATUS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What arrived is not HTTP, or too slow: answered in the raw, then the connection is closed. */
export function answerBrokenClient(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = JSON.stringify(errorEnvelope(DEFAULT_LANGUAGE, new Refusal('request.malformed')));
  const headers = {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${BROKEN_STATUS[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n`;
  // A reply to HEAD has no body, whatever its length says.
  const { rawPacket } = error;
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD ';
  if (socket.writable) socket.end(isHead ? head : head + body);
  else socket.destroy();
}
