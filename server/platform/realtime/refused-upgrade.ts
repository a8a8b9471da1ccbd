import type { Duplex } from 'node:stream';
import { COMMON_HEADERS } from '../http/security-headers.js';

const REFUSAL = /^HTTP\/1\.1 [45]\d\d [^\r\n]*\r\n/;
const LINES = Object.entries(COMMON_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Adds the headers of every HTTP reply to the response that refuses an upgrade. Engine.IO and `ws` write that response to the
 * socket as fixed text and have no option for headers. Only the first write is intercepted; the socket is restored after it,
 * whether the upgrade was accepted or refused.
 */
export function addHeadersToRefusal(connection: Duplex): void {
  const own = connection as { write?: Duplex['write']; end?: Duplex['end'] };
  const first =
    (name: 'write' | 'end') =>
    (...sent: unknown[]): never => {
      // The last that was added first: the engine keeps such an object quick.
      delete own.end;
      delete own.write;
      const [text, ...rest] = sent;
      const said = typeof text === 'string' ? text.replace(REFUSAL, (line) => line + LINES) : text;
      const send: (...words: unknown[]) => never = connection[name].bind(connection) as never;
      return send(said, ...rest);
    };
  own.write = first('write');
  own.end = first('end');
}
