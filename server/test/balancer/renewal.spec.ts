import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { selfSigned } from '../factories/certificates.js';
import { sleep } from '../faults/calls.js';
import { freePort } from '../faults/product.js';
import { HAPROXY, onBalancer, SHIPPED } from './balancer.js';

const SCRIPT = join(__dirname, '../../deploy/reload-on-renewal.sh');
const PATIENCE_MS = 60_000;
const SIGNALS_MAX = 40;
/** Between two looks at the certificate. */
const LOOK_SECONDS = '0.2';

onBalancer('a certificate that is renewed while the balancer serves', () => {
  let folder: string;
  let child: ChildProcess;
  let port: number;
  let log: string;

  const put = (name: string, text: string) => {
    writeFileSync(join(folder, `${name}.new`), text);
    renameSync(join(folder, `${name}.new`), join(folder, name));
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'renewal-'));
    const { cert, key } = selfSigned('localhost', 5);
    put('certificate.pem', cert);
    put('certificate.pem.key', key);
    port = await freePort();
    const doors = ['PLAIN', 'DESK', 'HEALTH', 'FIGURES'];
    const free = await Promise.all(doors.map(async (door) => [`BALANCER_${door}`, `127.0.0.1:${await freePort()}`]));
    const env = {
      PATH: process.env.PATH,
      ...Object.fromEntries(free),
      BALANCER_PUBLIC: `127.0.0.1:${port}`,
      BALANCER_CERTIFICATE: join(folder, 'certificate.pem'),
      BALANCER_SOCKET: join(folder, 'socket'),
      BALANCER_RESOLVER: '127.0.0.1:53',
      BALANCER_PUBLIC_URL: 'https://trade.example',
      BALANCER_CONNECTIONS: '100',
    };
    const words = [SCRIPT, LOOK_SECONDS, HAPROXY, '-W', '-db', '-f', SHIPPED];
    child = spawn('sh', words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    log = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (log += part.toString()));
  });

  afterEach(async () => {
    // A signal that comes while HAProxy begins anew may be lost.
    for (let asked = 0; child.exitCode === null && child.signalCode === null; asked += 1) {
      child.kill(asked < SIGNALS_MAX ? 'SIGTERM' : 'SIGKILL');
      await sleep(500);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** A connection of somebody who comes now. */
  async function visit(): Promise<TLSSocket> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
      const isOpen = await new Promise<boolean>((settle) => {
        socket.once('secureConnect', () => settle(true)).once('error', () => settle(false));
      });
      if (isOpen) return socket;
      if (Date.now() > end) throw new Error(`Nobody is let in: ${log}`);
    }
  }

  async function served(): Promise<string> {
    const socket = await visit();
    const { fingerprint256 } = socket.getPeerCertificate();
    socket.destroy();
    return fingerprint256;
  }

  async function untilOther(before: string): Promise<string> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(50)) {
      const now = await served();
      if (now !== before) return now;
    }
    throw new Error(`The certificate stays as it was: ${log}`);
  }

  it('is served to whoever comes next, and whoever is there stays', async () => {
    const first = await served();
    const stays = await visit();
    const { cert, key } = selfSigned('localhost', 6);
    put('certificate.pem', cert);
    put('certificate.pem.key', key);
    const second = await untilOther(first);
    expect(second).not.toBe(first);
    expect([stays.destroyed, stays.readyState]).toEqual([false, 'open']);
    // The same process that was started: whoever ends it ends HAProxy.
    expect(child.exitCode).toBeNull();
    stays.destroy();
  });

  it('is not taken without its key, and is when that has come', async () => {
    const first = await served();
    const { cert, key } = selfSigned('localhost', 6);
    put('certificate.pem', cert);
    for (const end = Date.now() + PATIENCE_MS; !log.includes('cannot be read') && Date.now() < end; ) await sleep(50);
    expect(await served()).toBe(first);
    put('certificate.pem.key', key);
    expect(await untilOther(first)).not.toBe(first);
  });
});
