import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How a wire is cut. `broken`: connections are reset and new ones refused. `stalled`: nothing passes until it is
 * mended, then everything comes late. `dead`: as stalled, but the connections of before never carry a byte again and
 * nobody is told, as with a phone that changed its network.
 */
export const CUTS = ['broken', 'stalled', 'dead'] as const;
export type Cut = (typeof CUTS)[number];

/** A wire that can be cut: passes bytes on between clients and one local port. */
export interface TcpProxy {
  port: number;
  cut(how: Cut): void;
  mend(): void;
  /** New connections go to this port from now on: what was behind the old one has started again. */
  aim(target: number): void;
  close(): Promise<void>;
}

interface Wire {
  near: Socket;
  far: Socket;
  isDead: boolean;
}

export async function startTcpProxy(first: number): Promise<TcpProxy> {
  let target = first;
  let state: 'whole' | Cut = 'whole';
  const wires = new Set<Wire>();
  const end = (wire: Wire) => {
    wires.delete(wire);
    wire.near.destroy();
    wire.far.destroy();
  };
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (state === 'broken') {
      near.destroy();
      return;
    }
    const wire: Wire = { near, far: connect(target, '127.0.0.1'), isDead: false };
    wires.add(wire);
    for (const socket of [wire.near, wire.far]) {
      socket.on('data', (bytes) => (socket === near ? wire.far : near).write(bytes));
      socket.on('error', () => undefined);
      socket.on('close', () => end(wire));
      if (state !== 'whole') socket.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    cut: (how) => {
      state = how;
      for (const wire of wires) {
        if (how === 'broken') end(wire);
        wire.isDead ||= how === 'dead';
        wire.near.pause();
        wire.far.pause();
      }
    },
    mend: () => {
      state = 'whole';
      for (const { near, far, isDead } of wires) {
        if (isDead) continue;
        near.resume();
        far.resume();
      }
    },
    aim: (port) => {
      target = port;
    },
    close: async () => {
      for (const wire of wires) end(wire);
      await new Promise((done) => server.close(done));
    },
  };
}
