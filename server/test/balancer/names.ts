import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const ANSWER = 0x8580;
const IPV4 = 1;
const HEADER_BYTES = 12;
/** Type and class of the question, behind its name. */
const QUESTION_TAIL_BYTES = 4;

/** Says which addresses the gateways have, as the names of a container network or of a cluster do. */
export class Names {
  private constructor(
    private readonly socket: Socket,
    private readonly addresses: () => readonly string[],
  ) {
    socket.on('message', (asked, { address, port }) => socket.send(this.answer(asked), port, address));
  }

  static async open(addresses: () => readonly string[]): Promise<Names> {
    const socket = createSocket('udp4');
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
    return new Names(socket, addresses);
  }

  get address(): string {
    const { address, port } = this.socket.address() as AddressInfo;
    return `${address}:${port}`;
  }

  close(): void {
    this.socket.close();
  }

  /** The question again, with an address of each gateway where IPv4 addresses were asked for (RFC 1035, 4). */
  private answer(asked: Buffer): Buffer {
    let end = HEADER_BYTES;
    while (asked[end] !== 0) end += (asked[end] ?? 0) + 1;
    const isIpv4 = asked.readUInt16BE(end + 1) === IPV4;
    const found = isIpv4 ? this.addresses() : [];
    const question = asked.subarray(HEADER_BYTES, end + 1 + QUESTION_TAIL_BYTES);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(asked.readUInt16BE(0), 0);
    header.writeUInt16BE(ANSWER, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    return Buffer.concat([header, question, ...found.map(recordOf)]);
  }
}

/** Of the name in the question, for a second, one address. */
function recordOf(address: string): Buffer {
  const fixed = Buffer.from([0xc0, HEADER_BYTES, 0, IPV4, 0, 1, 0, 0, 0, 1, 0, 4]);
  return Buffer.concat([fixed, Buffer.from(address.split('.').map(Number))]);
}
