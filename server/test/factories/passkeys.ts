import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Signing {
  /** Of the page on which it happens. */
  origin: string;
  /** Of the site it is asked to sign for. */
  rpId: string;
  challenge: string;
}

export interface Said {
  /** What its own counter says; nothing: one more than before. */
  counter?: number;
  /** Whether it has verified its holder. */
  verified?: boolean;
  /** The user that it names at a login; null: none. */
  handle?: string | null;
  type?: string;
  /** Whether the page stands within another site's. */
  crossOrigin?: boolean;
}

const FLAG = { present: 0x01, verified: 0x04, keyAttached: 0x40 };

/**
 * An authenticator of its own: ES256 by Node's crypto, and the bytes of the standard written by hand. Source: WebAuthn
 * Level 3, 6.1 (authenticator data), 6.5 (attestation), 7; RFC 9053 (keys), RFC 8949 (CBOR).
 */
export function anAuthenticator({ counts = true, attestation = { fmt: 'none', x5c: null as Buffer | null } } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let handle: string | null = null;

  const data = ({ rpId }: Signing, { verified = true, counter: givenCounter }: Said, attached: Buffer | null) => {
    if (counts) counter += 1;
    const flags = FLAG.present | (verified ? FLAG.verified : 0) | (attached ? FLAG.keyAttached : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(givenCounter ?? counter);
    const hash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([hash, Buffer.from([flags]), count, attached ?? Buffer.alloc(0)]);
  };
  const client = ({ challenge, origin }: Signing, { type = '', crossOrigin = false }: Said) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  /** What the browser answers after making the key: JSON text. */
  const make = (signing: Signing & { user: string }, said: Said = {}): string => {
    handle = signing.user;
    const cose = cborMap([
      [1, cborNumber(2)],
      [3, cborNumber(-7)],
      [-1, cborNumber(1)],
      [-2, cborBytes(Buffer.from(key.x ?? '', 'base64url'))],
      [-3, cborBytes(Buffer.from(key.y ?? '', 'base64url'))],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attached = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const { fmt, x5c } = attestation;
    const statement: [string, Buffer][] = x5c
      ? [
          ['x5c', Buffer.concat([cborHead(4, 1), cborBytes(x5c)])],
          ['sig', cborBytes(randomBytes(70))],
        ]
      : [];
    const object = cborMap([
      ['fmt', cborText(fmt)],
      ['attStmt', cborMap(statement)],
      ['authData', cborBytes(data(signing, said, attached))],
    ]);
    const response = {
      clientDataJSON: client(signing, { type: 'webauthn.create', ...said }).toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal', 'hybrid'],
    };
    return JSON.stringify({ ...named, response, clientExtensionResults: {} });
  };

  /** What the browser answers after the use of the key: JSON text. */
  const use = (signing: Signing, said: Said = {}): string => {
    const authenticator = data(signing, said, null);
    const clientData = client(signing, { type: 'webauthn.get', ...said });
    const digest = createHash('sha256').update(clientData).digest();
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticator.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authenticator, digest]), privateKey).toString('base64url'),
      userHandle: said.handle === undefined ? handle : said.handle,
    };
    return JSON.stringify({ ...named, response, clientExtensionResults: {} });
  };
  return { id: named.id, make, use };
}

export type Authenticator = ReturnType<typeof anAuthenticator>;

function cborHead(major: number, value: number): Buffer {
  const kind = major << 5;
  if (value < 24) return Buffer.from([kind | value]);
  if (value < 256) return Buffer.from([kind | 24, value]);
  return Buffer.from([kind | 25, value >> 8, value & 0xff]);
}

function cborNumber(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

function cborMap(entries: [number | string, Buffer][]): Buffer {
  const parts = entries.flatMap(([name, value]) => [
    typeof name === 'number' ? cborNumber(name) : cborText(name),
    value,
  ]);
  return Buffer.concat([cborHead(5, entries.length), ...parts]);
}
