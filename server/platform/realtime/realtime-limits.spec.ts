import { MESSAGE_METADATA } from '@nestjs/websockets/constants';
import type { Socket } from 'socket.io';
import { MESSAGE_BYTES_MAX } from '../../contract/channels.js';
import { readConfiguration } from '../config/config.js';
import { ConnectedClient } from './connected-client.js';
import type { FrameSink } from './frame-sink.js';
import { readRealtimeSettings } from './realtime-settings.js';
import { RealtimeGateway } from './realtime.gateway.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u@127.0.0.1:1/d',
  REDIS_URL: 'redis://127.0.0.1:1',
  PUBLIC_URL: 'https://trade.example',
  PASSWORD_PEPPER: 'p'.repeat(32),
  SECRET_KEY: 's'.repeat(32),
};

it('the limits of production are as they are written down', () => {
  expect(readRealtimeSettings(readConfiguration(PRODUCTION))).toMatchObject({
    socketsPerUser: 10,
    socketsPerAddress: 100,
    handshakesPerSecond: 300,
    handshakeTimeoutMs: 10_000,
    idleMs: 30_000,
    sessionCheckMs: 60_000,
    allowedOrigins: [],
    requireTls: true,
  });
  expect(MESSAGE_BYTES_MAX).toBe(16 * 1024);
});

it('three messages are heard, none of which moves money', () => {
  const heard = Object.getOwnPropertyNames(RealtimeGateway.prototype).flatMap((name) => {
    const method: unknown = Object.getOwnPropertyDescriptor(RealtimeGateway.prototype, name)?.value;
    const message: unknown = typeof method === 'function' ? Reflect.getMetadata(MESSAGE_METADATA, method) : undefined;
    return message === undefined ? [] : [message];
  });
  expect(new Set(heard)).toEqual(new Set(['ack', 'sub', 'unsub']));
  expect(heard).toHaveLength(3);
});

describe('a socket', () => {
  const aClient = () =>
    new ConnectedClient(
      {} as Socket,
      'channels',
      { userId: null, sessionId: null },
      {} as FrameSink,
      0,
      () => undefined,
    );

  it('has 20 messages a second answered, and bursts of 40', () => {
    const client = aClient();
    const answered = (now: number) => Array.from({ length: 100 }, () => client.mayAsk(now)).filter(Boolean).length;
    expect([answered(0), answered(1000), answered(2000)]).toEqual([40, 20, 20]);
  });

  it('has 100 subscriptions looked at in a minute, and lets go of what it has all the same', () => {
    const client = aClient();
    let looked = 0;
    for (let now = 0; now < 6000; now += 50) if (client.maySubscribe(now)) looked += 1;
    // 120 were asked for, at 20 a second. Within these 6 s ten places came back.
    expect(looked).toBe(109);
    expect(client.maySubscribe(6050)).toBe(true);
    expect(client.maySubscribe(6100)).toBe(false);
    expect(client.mayAsk(6200)).toBe(true);
    // A minute later there are a hundred again.
    looked = 0;
    for (let now = 66_200; now < 72_200; now += 50) if (client.maySubscribe(now)) looked += 1;
    expect(looked).toBe(109);
  });
});
