import { Agent as PlainAgent, type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { Agent as SafeAgent, request as safeRequest } from 'node:https';
import { assertWithin, lookupWithin, type Reach } from './reach.js';

export interface OutsideCall {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds for all of it, from the look-up of the name to the last byte. */
  limitMs: number;
  /** The longest reply; with a longer one the connection is cut while it still comes. */
  bytesMax: number;
  reach: Reach;
}

/** It was asked, and gave no answer that could be read: it may have done what it was asked for. */
export class Unanswered extends Error {}

export interface OutsideReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agentsFor = (reach: Reach) => {
  const options = { keepAlive: true, maxFreeSockets: 4, lookup: lookupWithin(reach) };
  return { plain: new PlainAgent(options), safe: new SafeAgent(options) };
};
/** A connection that was made for one reach is not used for the other. */
const agents = { public: agentsFor('public'), any: agentsFor('any') };

/**
 * Calls somebody outside of the product. A reply that leads elsewhere is a reply like every other: nobody follows it.
 * @throws Unanswered when the call had gone out and the reply takes longer or is longer than that, or breaks off; Error when nobody was
 *   asked, as when the name leads where the reach does not.
 */
export async function callOutside(address: string | URL, call: OutsideCall): Promise<OutsideReply> {
  const { method = 'GET', headers = {}, body, limitMs, bytesMax, reach } = call;
  const url = new URL(address);
  assertWithin(url, reach);
  const isSafe = url.protocol === 'https:';
  const { plain, safe } = agents[reach];
  return new Promise((resolve, reject) => {
    // What is written before a safe connection is made waits in this process, and counts as written.
    let isConnected = !isSafe;
    const fail = (error: Error) =>
      reject(isConnected && sent.writableFinished ? new Unanswered(error.message, { cause: error }) : error);
    const options = {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      agent: isSafe ? safe : plain,
      signal: AbortSignal.timeout(limitMs),
    };
    let isAnswered = false;
    const sent = (isSafe ? safeRequest : plainRequest)(url, options, (reply) => {
      isAnswered = true;
      const parts: Buffer[] = [];
      let size = 0;
      reply.on('data', (part: Buffer) => {
        size += part.length;
        if (size > bytesMax) sent.destroy(new Error(`${url.host} answered more than ${bytesMax} bytes`));
        else parts.push(part);
      });
      reply.on('error', fail);
      reply.on('end', () => {
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(parts).toString() });
      });
    });
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) isConnected = true;
      else socket.once('secureConnect', () => (isConnected = true));
    });
    sent.on('error', (error) => {
      fail(error.name === 'AbortError' ? new Error(`${url.host} did not answer within ${limitMs} ms`) : error);
    });
    // Without an answer, as to a change of protocol that nobody asked for, nothing else is heard.
    sent.on('close', () => {
      if (!isAnswered) fail(new Error(`${url.host} ended the connection without an answer`));
    });
    sent.end(body);
  });
}

export const isOk = ({ status }: OutsideReply): boolean => status >= 200 && status < 300;
