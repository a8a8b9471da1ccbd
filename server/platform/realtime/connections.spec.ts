import { EventEmitter } from 'node:events';
import type { Admission } from './admission.js';
import type { ConnectedClients } from './connected-clients.js';
import { Connections } from './connections.js';
import type { Connection } from './frame-sink.js';
import type { RealtimeSettings } from './realtime-settings.js';

const SETTINGS = { slowReaderBytes: 1000, trustedProxies: 0 } as RealtimeSettings;
const ADMISSION = { count: () => () => undefined } as unknown as Admission;

/** A connection over a stream in which so many bytes wait: what the kernel takes by itself is out of a test's hands. */
function aConnection(waiting: number) {
  const terminate = jest.fn();
  const socket = Object.assign(new EventEmitter(), { _socket: { writableLength: waiting }, terminate });
  const request = { headers: {}, socket: { remoteAddress: '192.0.2.1' } };
  const connection = Object.assign(new EventEmitter(), { transport: { socket }, writeBuffer: [], request });
  return { connection: connection as unknown as Connection, socket, terminate };
}

function watched(waiting: number, isClient: boolean) {
  const made = aConnection(waiting);
  const cut = jest.fn();
  const clients = { on: () => (isClient ? {} : undefined), cut } as unknown as ConnectedClients;
  new Connections(SETTINGS, ADMISSION, clients).watch(made.connection);
  return { ...made, cut };
}

const asks = (connection: Connection) => connection.emit('packet', { type: 'message', data: '0/nowhere,' });

it.each([
  ['ends who is not let in and asks on without reading', 1001, false, 1],
  ['waits for who reads', 1000, false, 0],
  ['leaves who is let in to those who look after clients', 1001, true, 0],
])('%s', (_name, waiting, isClient, ended) => {
  const { connection, terminate } = watched(waiting, isClient);
  asks(connection);
  expect(terminate).toHaveBeenCalledTimes(ended);
});

it('counts pings below the protocol of packets, on the transport that it is upgraded to as well', () => {
  const { connection, socket, terminate } = watched(0, false);
  for (let turn = 0; turn < 100; turn += 1) socket.emit('ping');
  expect(terminate).not.toHaveBeenCalled();
  const next = aConnection(0);
  Object.assign(connection, { transport: { socket: next.socket } });
  connection.emit('upgrade');
  for (let turn = 0; turn < 100; turn += 1) next.socket.emit('ping');
  expect(next.terminate).toHaveBeenCalled();
});
