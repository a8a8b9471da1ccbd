import { request } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';

/** Status and place of an answer without TLS; the target as it is written. */
export function plainly(port: number, method: string, target: string): Promise<[number, string]> {
  return new Promise((settle, fail) => {
    let said = '';
    const socket = connectPlain(port, '127.0.0.1', () =>
      socket.end(
        `${method} ${target} HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
      ),
    );
    socket.on('data', (part) => (said += part.toString()));
    socket.on('error', fail);
    socket.on('end', () => {
      settle([Number(said.split(' ')[1]), /^location: (.*)\r$/im.exec(said)?.[1] ?? '']);
    });
  });
}

/** Headers of an answer without TLS. */
export function plainHeaders(port: number): Promise<NodeJS.Dict<string | string[]>> {
  return new Promise((settle, fail) => {
    const asked = request({ port, host: '127.0.0.1', path: '/', headers: { host: 'x' } }, (reply) => {
      reply.resume();
      settle(reply.headers);
    });
    asked.on('error', fail);
    asked.end();
  });
}

/** What somebody is told who sends half of a body and no more. */
export function slowly(port: number): Promise<string> {
  return new Promise((settle, fail) => {
    let said = '';
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('data', (part) => (said += part.toString()));
    socket.on('end', () => settle(said));
    socket.on('error', fail);
    socket.write('POST /api/user/login HTTP/1.1\r\nhost: trade.example\r\ncontent-length: 1000\r\n\r\nuser_string=');
  });
}

/** The version of TLS that was agreed upon; null where none was. */
export function handshake(port: number, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<string | null> {
  const limits = { minVersion: version, maxVersion: version, rejectUnauthorized: false } as const;
  return new Promise((settle) => {
    // Below security level 1 the client itself would speak the old ones.
    const socket = connect({ port, host: '127.0.0.1', ciphers: 'DEFAULT@SECLEVEL=0', ...limits }, () => {
      settle(socket.getProtocol());
      socket.destroy();
    });
    socket.on('error', () => settle(null));
  });
}
