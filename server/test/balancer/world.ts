import { Agent } from 'node:https';
import { io, type Socket } from 'socket.io-client';
import { REALTIME_PROTOCOL } from '../../contract/channels.js';
import { inLanes, sleep } from '../faults/calls.js';
import { freePort, Product, type RunningProcess } from '../faults/product.js';
import { Balancer, PUBLIC_URL } from './balancer.js';
import { Visitor } from './visitor.js';

/** Each gateway has an address of this machine, and all the same ports, as containers of one service do. */
export const GATEWAYS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
/** Sockets that are being opened at once. */
const OPENING_AT_ONCE = 40;
const PATIENCE_MS = 120_000;
/** Those that a client is asked to keep open at least so long before it is done waiting. */
const NOTICE_MS = '60000';

interface Other {
  role: 'worker' | 'feed';
  process: RunningProcess;
}

/** The product in pieces behind the shipped balancer: three gateways, a worker and two feeds. */
export class PiecesWorld {
  readonly sockets: Socket[] = [];
  private readonly visitors: Visitor[] = [];

  readonly product: Product;
  readonly balancer: Balancer;
  readonly gateways: Map<string, RunningProcess>;
  /** The workers and the feeds. */
  readonly others: Other[];
  readonly deskPort: number;

  private constructor(parts: Pick<PiecesWorld, 'product' | 'balancer' | 'gateways' | 'others' | 'deskPort'>) {
    this.product = parts.product;
    this.balancer = parts.balancer;
    this.gateways = parts.gateways;
    this.others = parts.others;
    this.deskPort = parts.deskPort;
  }

  /** `workers`: how many; `environment`: what is otherwise than said here. */
  static async start(
    connections: number,
    { workers = 1, environment = {} }: { workers?: number; environment?: Record<string, string> } = {},
  ): Promise<PiecesWorld> {
    const product = await Product.empty();
    const [port, deskPort] = [await freePort(), await freePort()];
    product.environment = {
      NODE_ENV: 'production',
      PUBLIC_URL,
      TRUSTED_PROXIES: '1',
      OPS_TRUSTED_PROXIES: '1',
      RATE_FACTOR: '1',
      // Many clients of one machine.
      REALTIME_SOCKETS_PER_ADDRESS: '100000',
      REALTIME_HANDSHAKES_PER_SECOND: '10000',
      DRAIN_NOTICE_MS: NOTICE_MS,
      SMS_DIAL_CODES: '*',
      ...environment,
    };
    try {
      // One after the other, so that what else the machine does is not held up.
      const others: Other[] = [];
      for (const role of ['feed', 'feed', ...Array.from({ length: workers }, () => 'worker' as const)] as const) {
        others.push({ role, process: await launchOther(product, role) });
      }
      product.environment.OPS_PORT = String(deskPort);
      const gateways = new Map<string, RunningProcess>();
      for (const address of GATEWAYS) {
        product.environment.HOST = address;
        const gateway = await product.launch('gateway', 'none', port);
        gateways.set(address, gateway);
        await product.untilAlive(gateway.url);
      }
      await Promise.all([...gateways.values()].map(({ url }) => product.untilPriced(url)));
      const balancer = await Balancer.start({ addresses: () => GATEWAYS, port, deskPort }, connections);
      return new PiecesWorld({ product, balancer, gateways, others, deskPort });
    } catch (error) {
      const said = product.errors().slice(-5).join('\n');
      await product.stop();
      throw new Error(`The pieces did not start: ${said}`, { cause: error });
    }
  }

  /** As an update does it: the process is asked to end, and another one takes its place. Ready when it serves. */
  async restartGateway(address: string): Promise<void> {
    const before = this.gateways.get(address);
    if (!before) throw new Error(`There is no gateway at ${address}.`);
    await this.product.end(before, 'SIGTERM');
    this.product.environment.HOST = address;
    this.product.environment.OPS_PORT = String(this.deskPort);
    const after = await this.product.launch('gateway', 'none', Number(new URL(before.url).port));
    this.gateways.set(address, after);
    await this.product.untilPriced(after.url);
    await this.balancer.untilUp([...this.gateways.keys()]);
  }

  /** Restarts a worker or a feed in the same way. */
  async restartOther(other: Other): Promise<void> {
    await this.product.end(other.process, 'SIGTERM');
    other.process = await launchOther(this.product, other.role);
  }

  /** Somebody at an address of this machine, `127.x.y.z`, at the public door or at the desk's. */
  visitor(address: string, door: 'PUBLIC' | 'DESK' = 'PUBLIC'): Visitor {
    const visitor = new Visitor(this.balancer, address, door);
    this.visitors.push(visitor);
    return visitor;
  }

  /** A socket of the channel protocol through the balancer, open. It comes back by itself after a loss. */
  async socket(auth: Record<string, string> = {}, localAddress = '127.0.2.1'): Promise<Socket> {
    const { certificate, ports } = this.balancer;
    const agent = new Agent({ ca: certificate, localAddress });
    const socket = io(`https://127.0.0.1:${ports.PUBLIC}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 1000,
      agent: agent as never,
      auth: { protocol: REALTIME_PROTOCOL, ...auth },
    });
    this.sockets.push(socket);
    // Whoever is subscribed to nothing is cut as idle.
    socket.on('connect', () => socket.emit('sub', { ch: 'markets.ticker', key: { symbols: ['BTC/USDT'] } }, () => 0));
    await until('a socket is open', () => socket.connected);
    return socket;
  }

  async openSockets(count: number): Promise<void> {
    await inLanes(count, OPENING_AT_ONCE, async () => void (await this.socket()));
  }

  /** How many sockets each gateway counts. */
  async spread(): Promise<Record<string, number>> {
    const counts = [...this.gateways.keys()].map(async (address) => {
      const figures = await fetch(`http://${address}:${this.deskPort}/metrics`)
        .then((reply) => reply.text())
        .catch(() => '');
      return [address, Number(/^gateway_sockets\{protocol="channels"\} (\d+)/m.exec(figures)?.[1] ?? 0)] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  closeSockets(): void {
    for (const socket of this.sockets.splice(0)) socket.disconnect();
  }

  async stop(): Promise<void> {
    this.closeSockets();
    for (const visitor of this.visitors) visitor.leave();
    await this.balancer.stop();
    await this.product.stop();
  }
}

/** One without an address of its own. */
async function launchOther(product: Product, role: Other['role']): Promise<RunningProcess> {
  const { HOST: _host, OPS_PORT: _port, ...environment } = product.environment;
  product.environment = environment;
  const process = await product.launch(role, role === 'feed' ? 'simulated' : 'none');
  await product.untilServing(process.url);
  return process;
}

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await sleep(20)) {
    if (performance.now() > end) throw new Error(`Did not come true within ${PATIENCE_MS} ms: ${what}`);
  }
}
