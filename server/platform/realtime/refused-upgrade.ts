import type { Duplex } from 'node:stream';
import { COMMON_HEADERS } from '../http/security-headers.js';

const REFUSAL = /^HTTP\/1\.1 [45]\d\d [^\r\n]*\r\n/;
const LINES = Object.entries(COMMON_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/**
 * Puts the headers of every reply into the one that an upgrade is refused with. Engine.IO and `ws` write it to the
 * connection as text of their own, and nothing of theirs can be told to say more. Only what is written first is looked
 * at; the connection is as it was after that, accepted or not.
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
