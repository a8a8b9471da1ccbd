import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../faults/calls.js';
import { freePort } from '../faults/product.js';
import { Names } from './names.js';

const ROOT = join(__dirname, '../../..');
/** The file that is shipped, as it is. */
export const SHIPPED = join(ROOT, 'server/deploy/haproxy.cfg');
export const HAPROXY = process.env.HAPROXY_PATH ?? '';
/** Whoever comes from here forwards for others. */
export const FORWARDERS = ['127.9.0.0/16', '127.8.0.1'];
export const PUBLIC_URL = 'https://trade.example';
const PATIENCE_MS = 60_000;

/** `describe`, or a loud skip without the real balancer; `npm test` fetches it. Several addresses of this machine are Linux's. */
export const onBalancer = HAPROXY !== '' && process.platform === 'linux' ? describe : describe.skip;
if (HAPROXY === '') console.warn('SKIPPED: there is no HAProxy; run `npm test`, which fetches it.');

export interface Gateways {
  /** Of each gateway, by IPv4; all listen at the same two ports. */
  addresses: () => readonly string[];
  port: number;
  deskPort: number;
}

type Door = 'PUBLIC' | 'PLAIN' | 'DESK' | 'HEALTH' | 'FIGURES';

/** HAProxy with the shipped configuration, before gateways of a test. */
export class Balancer {
  readonly log: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    private readonly names: Names,
    readonly ports: Record<Door, number>,
    readonly certificate: Buffer,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (part: Buffer) => {
        if (this.log.length < 100_000) this.log.push(...part.toString().split('\n').filter(Boolean));
      });
    }
  }

  static async start({ addresses, port, deskPort }: Gateways, connections: number): Promise<Balancer> {
    const folder = mkdtempSync(join(tmpdir(), 'balancer-'));
    const names = await Names.open(addresses);
    const certificate = makeCertificate(folder);
    const ports = {
      PUBLIC: await freePort(),
      PLAIN: await freePort(),
      DESK: await freePort(),
      HEALTH: await freePort(),
      FIGURES: await freePort(),
    };
    const binds = Object.entries(ports).map(([door, free]) => [`BALANCER_${door}`, `127.0.0.1:${free}`]);
    const env = {
      PATH: process.env.PATH,
      ...Object.fromEntries(binds),
      BALANCER_CERTIFICATE: join(folder, 'certificate.pem'),
      BALANCER_SOCKET: join(folder, 'socket'),
      BALANCER_RESOLVER: names.address,
      BALANCER_GATEWAYS: `gateway.test:${port}`,
      BALANCER_DESKS: `gateway.test:${deskPort}`,
      BALANCER_FORWARDERS: FORWARDERS.join(' '),
      BALANCER_PUBLIC_URL: PUBLIC_URL,
      BALANCER_CONNECTIONS: String(connections),
    };
    const child = spawn(HAPROXY, ['-db', '-f', SHIPPED], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    if (process.env.FAULTS_PROCESSES) appendFileSync(process.env.FAULTS_PROCESSES, `${child.pid}\n`);
    return new Balancer(child, folder, names, ports, certificate);
  }

  /** What the balancer answers to a command at its own socket. */
  ask(command: string): Promise<string> {
    return new Promise((settle, fail) => {
      let said = '';
      const socket = connect(join(this.folder, 'socket'), () => socket.end(`${command}\n`));
      socket.on('data', (part) => (said += part.toString()));
      socket.on('end', () => settle(said));
      socket.on('error', fail);
    });
  }

  /** The servers of one of its pools that have an address, by that. */
  async servers(pool: string): Promise<Map<string, { isUp: boolean; isWhole: boolean; sockets: number }>> {
    const [head = '', ...lines] = (await this.ask('show stat')).replace(/^# /, '').split('\n').filter(Boolean);
    const names = head.split(',');
    const rows = lines.map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
    });
    const servers = rows.filter(({ pxname, addr }) => pxname === pool && addr);
    return new Map(
      servers.map(({ addr = '', status, weight, uweight, scur }) => [
        addr.split(':', 1)[0] ?? '',
        { isUp: status?.startsWith('UP') ?? false, isWhole: weight === uweight, sockets: Number(scur) },
      ]),
    );
  }

  /** Until just these take new connections, each its whole share. */
  async untilUp(addresses: readonly string[], pool = 'gateways'): Promise<void> {
    const wanted = [...addresses].sort().join(' ');
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      const servers = await this.servers(pool).catch(() => new Map<string, never>());
      const up = [...servers].filter(([, { isUp }]) => isUp);
      if (
        up.every(([, { isWhole }]) => isWhole) &&
        up
          .map(([name]) => name)
          .sort()
          .join(' ') === wanted
      )
        return;
    }
    throw new Error(`The balancer does not come to have ${wanted}: ${this.log.slice(-5).join('\n')}`);
  }

  async stop(): Promise<void> {
    const gone = new Promise((settle) => this.child.once('exit', settle));
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGKILL');
      await gone;
    }
    this.names.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** That of the run, which its processes trust (`TEST_CERTIFICATE`), or one as the documents make it for trying. */
function makeCertificate(folder: string): Buffer {
  const path = join(folder, 'certificate.pem');
  if (process.env.TEST_CERTIFICATE) {
    copyFileSync(process.env.TEST_CERTIFICATE, path);
    copyFileSync(`${process.env.TEST_CERTIFICATE}.key`, `${path}.key`);
    return readFileSync(path);
  }
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=trade.example -addext subjectAltName=DNS:trade.example,IP:127.0.0.1';
  execFileSync('openssl', [...words.split(' '), '-keyout', `${path}.key`, '-out', path], { stdio: 'ignore' });
  return readFileSync(path);
}
