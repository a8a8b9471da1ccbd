import { connect } from 'node:net';

/** What came back over a bare connection until the other side closed it. */
export interface RawReply {
  status: number;
  head: string;
  body: string;
}

/** Sends exactly these bytes, as no HTTP library would, and reads until the server closes or the time is up. */
export function sendRaw(port: number, text: string, limitMs = 15_000): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(limitMs, () => socket.destroy(new Error(`No end after ${limitMs} ms: ${text.slice(0, 80)}`)));
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('utf8');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(readReply(received)));
  });
}

function readReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body: end < 0 ? '' : text.slice(end + 4) };
}

/** A request line with a target of any spelling. */
export function rawRequest(method: string, target: string, headers: readonly string[] = [], body = ''): string {
  const length = method === 'POST' ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : [];
  return [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...length, ...headers, '', body].join('\r\n');
}
