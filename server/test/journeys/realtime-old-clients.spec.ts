import { createRequire } from 'node:module';
import path from 'node:path';
import type { Socket } from 'socket.io-client';
import { type TestGateway, until } from '../gateway.js';
import { bare, closers, expectAlive, gateway, TICKER } from './realtime.gateway.js';

describe('old clients', () => {
  const load = createRequire(path.resolve('package.json'));
  const openOld = load('socket.io-client-v2') as (url: string, options: unknown) => Socket;

  function old(url: string, transports: string[]): { socket: Socket; heard: Map<string, unknown> } {
    const socket = openOld(url, { transports, forceNew: true, reconnection: false });
    const heard = new Map<string, unknown>();
    for (const name of ['daymarket', 'kline', 'f', 'hello']) {
      socket.on(name, (payload: unknown) => heard.set(name, payload));
    }
    closers.push(() => void socket.disconnect());
    return { socket, heard };
  }

  function source(running: TestGateway) {
    const calls: string[] = [];
    running.legacy.serveLegacy({
      begin: () => calls.push('begin'),
      collect: () => {
        calls.push('collect');
        return [{ name: 'daymarket', payload: { type: 'daymarket', symbol: 'BTC/USDT', now_price: '2' } }];
      },
    });
    return calls;
  }

  test.each([[['polling', 'websocket']], [['polling']], [['websocket']]])(
    'of the library 2.x over %j get every event, unasked',
    async (transports) => {
      const running = await gateway();
      source(running);
      const { socket, heard } = old(running.url, transports);
      await until('it is heard', () => heard.has('daymarket'));
      expect(heard.get('daymarket')).toEqual({ type: 'daymarket', symbol: 'BTC/USDT', now_price: '2' });
      let answered = false;
      for (const user of [7, 7, null, 'token', { id: 1 }]) socket.emit('login', user, () => (answered = true));
      heard.clear();
      await until('it goes on', () => heard.has('daymarket'));
      expect(answered).toBe(false);
      expect([...heard.keys()]).toEqual(['daymarket']);
    },
  );

  test('newer libraries without the protocol mark are old clients too', async () => {
    const running = await gateway();
    source(running);
    const client = await bare(running.url, {}, {});
    const heard = new Promise((done) => client.socket.once('daymarket', done));
    expect(await heard).toMatchObject({ now_price: '2' });
    await expect(client.subscribe(TICKER)).rejects.toThrow();
  });

  test('cost nothing while none is connected', async () => {
    const running = await gateway();
    const calls = source(running);
    await bare(running.url);
    await new Promise((done) => setTimeout(done, 150));
    expect(calls).toEqual([]);
    const { socket, heard } = old(running.url, ['websocket']);
    await until('it is served', () => heard.has('daymarket'));
    expect(calls.slice(0, 2)).toEqual(['begin', 'collect']);
    socket.disconnect();
    await until('it has left', () => running.legacy.size === 0);
    const count = calls.length;
    await new Promise((done) => setTimeout(done, 150));
    expect(calls).toHaveLength(count);
  });

  test('can be switched off', async () => {
    const running = await gateway({ legacy: false });
    const { socket } = old(running.url, ['websocket']);
    await new Promise((done) => socket.once('connect_error', done));
    await expect(bare(running.url, {}, {})).rejects.toThrow('protocol not served');
    await expectAlive(running);
  });

  test('polling can be switched off', async () => {
    const running = await gateway({ polling: false });
    await expect(bare(running.url, { transports: ['polling'] })).rejects.toThrow();
    await expectAlive(running);
  });
});
