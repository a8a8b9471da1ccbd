import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A way to the product on which answers get lost: the product has done what was asked, and nobody hears of it. */
export class LossyLine {
  /** The idempotency key of each call whose answer was or could have been lost, one after the other. */
  readonly keys: (string | undefined)[] = [];
  private lost: string | null = null;
  private watched: string | null = null;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {}

  static async open(url: string): Promise<LossyLine> {
    const server = createServer();
    const line = new LossyLine(server, new URL(url));
    server.on('request', (asked, reply) => {
      const { hostname, port } = line.target;
      const { method, headers, url: path = '/' } = asked;
      const isWatched = path.split('?')[0] === line.watched;
      const asking = request({ hostname, port, path, method, headers }, (answer) => {
        if (isWatched) line.keys.push(headers['idempotency-key']?.toString());
        if (isWatched && line.lost !== null) {
          answer.resume();
          answer.on('end', () => asked.socket.destroy());
          return;
        }
        reply.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        answer.pipe(reply);
      });
      asking.on('error', () => asked.socket.destroy());
      asked.pipe(asking);
    });
    server.on('upgrade', (asked: IncomingMessage, near: Socket, head: Buffer) => line.upgrade(asked, near, head));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on no answer of this path comes back. */
  lose(path: string): void {
    this.watched = path;
    this.lost = path;
  }

  mend(): void {
    this.lost = null;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** The socket of the prices goes through as it is. */
  private upgrade({ method, url, rawHeaders }: IncomingMessage, near: Socket, head: Buffer): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    const lines = rawHeaders.flatMap((text, at) => (at % 2 === 0 ? [`${text}: ${rawHeaders[at + 1]}`] : []));
    far.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    far.write(head);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
