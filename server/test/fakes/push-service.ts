import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A message as the browser reads it. */
export interface PushedMessage {
  payload: { tag: string; title: string; body: string; path: string; unread: number };
  headers: IncomingMessage['headers'];
}

/** A browser's subscription at a push service that runs in the test. */
export class PushedBrowser {
  readonly received: PushedMessage[] = [];
  /** What the service answers in turn; then 201. */
  readonly answers: { status: number; headers?: Record<string, string> }[] = [];
  /** How many messages came, those that were answered otherwise among them. */
  asked = 0;

  constructor(
    readonly endpoint: string,
    private readonly keys: ECDH,
    private readonly secret: Buffer,
  ) {}

  get subscription() {
    return {
      endpoint: this.endpoint,
      p256dh: this.keys.getPublicKey().toString('base64url'),
      auth: this.secret.toString('base64url'),
    };
  }

  /** Opens what was sealed for the browser alone: RFC 8291, in the coding of RFC 8188. */
  open(body: Buffer): PushedMessage['payload'] {
    const salt = body.subarray(0, 16);
    const length = body[20] ?? 0;
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.keys.getPublicKey(), sender]);
    const shared = derived(this.keys.computeSecret(sender), this.secret, info, 32);
    const key = derived(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushedMessage['payload'];
  }
}

/** A push service of one's own, which answers as those of browsers do. */
export class PushService {
  private readonly browsers = new Map<string, PushedBrowser>();
  /** Who sent, as each message said and signed it. */
  readonly senders = new Set<string>();

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  static async open(): Promise<PushService> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = new PushService(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      void service.take(request).then(({ status, headers = {} }) => response.writeHead(status, headers).end());
    });
    return service;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  aBrowser(): PushedBrowser {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const path = `/send/${randomBytes(16).toString('hex')}`;
    const browser = new PushedBrowser(this.origin + path, keys, randomBytes(16));
    this.browsers.set(path, browser);
    return browser;
  }

  private async take(request: IncomingMessage): Promise<{ status: number; headers?: Record<string, string> }> {
    const body = await buffer(request);
    const browser = this.browsers.get(request.url ?? '');
    if (!browser) return { status: 404 };
    browser.asked += 1;
    const answer = browser.answers.shift();
    if (answer && answer.status >= 300) return answer;
    this.senders.add(signerOf(request, this.origin));
    browser.received.push({ payload: browser.open(body), headers: request.headers });
    return { status: 201 };
  }
}

function derived(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

/** The public key whose owner signed the request for this service (VAPID, RFC 8292). @throws Error where nobody did. */
function signerOf(request: IncomingMessage, origin: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url'));
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  if (!isSigned || aud !== origin) throw new Error('Nobody signed this message for this service');
  return key;
}
