import type { SubscribeReply } from '../../server/contract/channels.js';
import { type FakeSocket, KEY, running } from '../test/fake-channels.js';

const BYE = { reason: 'drain', retryInMs: 0, servedForMs: 10_000 };
const ROW = { symbol: 'BTC/USDT', last: '9' };

/** A page that hears prices on a connection which the server has told to leave; the successor is being opened. */
function leaving() {
  const all = running();
  const [old] = all.sockets as [FakeSocket];
  old.say('bye', BYE);
  all.timers.pass(0);
  const statuses: string[] = [];
  all.client.onConnectionStatus(({ state }) => statuses.push(state));
  all.views.length = 0;
  return { ...all, old, next: () => all.sockets[1] as FakeSocket, statuses };
}

const answered = (socket: FakeSocket, reply: object, place = 0) =>
  socket.asked[place]?.answer({ ok: true, ch: 'n', ep: 'b', s: 3, recovered: false, ...reply } as SubscribeReply);

type World = ReturnType<typeof leaving>;

/** What happens, in order; by its name in the table below. */
const STEPS: Record<string, (world: World) => void> = {
  greeted: ({ next }) => next().hello(),
  answered: ({ next }) => answered(next(), {}),
  snapshot: ({ next }) => next().frame({ ch: 'n', ep: 'b', k: 'snap', s: 3, d: [ROW] }),
  change: ({ next }) => next().frame({ ch: 'n', ep: 'b', ps: 3, s: 4, d: [{ ...ROW, last: '10' }] }),
  'old change': ({ old }) => old.frame({ ps: 10, s: 11, d: [{ symbol: 'BTC/USDT', last: '2' }] }),
  'bye again': ({ old }) => old.say('bye', BYE),
  'old ends': ({ old }) => old.say('disconnect'),
  'successor ends': ({ next }) => next().say('disconnect'),
  'successor leaves': ({ next }) => next().say('bye', BYE),
  'successor refused': ({ next }) =>
    next().say('connect_error', Object.assign(new Error('busy'), { data: { retryInMs: 700 } })),
  'asked too much': ({ next }) => next().asked[0]?.answer({ ok: false, code: 'realtime.too-many-messages' }),
  'five seconds': ({ old, timers }) => {
    for (let second = 0; second < 5; second += 1) {
      timers.pass(1000);
      old.frame({ k: 'hb', ps: 10, s: 10 });
    }
  },
  offline: ({ client }) => client.setOnline(false),
};

describe('a connection that is told to leave', () => {
  test.each`
    steps                                                            | shown   | status        | isOldClosed | sockets
    ${[]}                                                            | ${'1'}  | ${'live'}     | ${false}    | ${2}
    ${['old change']}                                                | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'answered', 'old change']}                         | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'answered', 'snapshot']}                           | ${'9'}  | ${'live'}     | ${true}     | ${2}
    ${['greeted', 'answered', 'snapshot', 'old change']}             | ${'9'}  | ${'live'}     | ${true}     | ${2}
    ${['greeted', 'old change', 'answered', 'snapshot', 'change']}   | ${'10'} | ${'live'}     | ${true}     | ${2}
    ${['bye again', 'greeted', 'answered', 'bye again', 'snapshot']} | ${'9'}  | ${'live'}     | ${true}     | ${2}
    ${['successor ends', 'old change']}                              | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'answered', 'successor ends', 'old change']}       | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'successor leaves', 'old change']}                 | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'asked too much', 'old change']}                   | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['successor refused', 'old change']}                           | ${'2'}  | ${'live'}     | ${false}    | ${2}
    ${['greeted', 'old ends']}                                       | ${'1'}  | ${'updating'} | ${true}     | ${2}
    ${['old ends']}                                                  | ${'1'}  | ${'updating'} | ${true}     | ${2}
    ${['offline']}                                                   | ${'1'}  | ${'updating'} | ${true}     | ${2}
  `('$steps: shows $shown, $status', ({ steps, shown, status, isOldClosed, sockets }) => {
    const world = leaving();
    for (const step of steps as string[]) STEPS[step]?.(world);
    world.client.subscribe('markets.ticker', KEY, (view) => world.views.push(view));
    expect(world.last()).toMatchObject({ status, state: [{ last: shown }] });
    expect([world.old.isClosed, world.sockets.length]).toEqual([isOldClosed, sockets]);
  });

  test('is left without a moment in which the page is not connected or its prices are not of now', () => {
    const world = leaving();
    for (const step of ['greeted', 'answered', 'old change', 'snapshot', 'change']) STEPS[step]?.(world);
    expect(world.views.map(({ status, state }) => [status, state?.[0]?.last])).toEqual([
      ['live', '2'],
      ['live', '9'],
      ['live', '10'],
    ]);
    expect(world.statuses).toEqual([]);
    // What is asked for from here on goes to the successor.
    world.client.subscribe('markets.depth', { symbol: 'BTC/USDT' }, () => undefined);
    expect(world.next().asked.at(-1)?.request.ch).toBe('markets.depth');
  });

  test('asks for pictures from their beginning: places of one gateway say nothing at another', () => {
    const { next } = leaving();
    next().hello();
    expect(next().asked.map(({ request }) => request)).toEqual([
      { ch: 'markets.ticker', key: { symbols: ['BTC/USDT', 'ETH/USDT'] } },
    ]);
  });

  test.each([
    ['at the time that a busy gateway names', ['successor refused'], 700],
    ['after the back-off', ['successor ends'], 1000],
    ['after the back-off, when the other is about to end too', ['greeted', 'successor leaves'], 1000],
    ['after the back-off, when it is not greeted in 5 s', ['five seconds'], 1000],
    ['after the back-off, when it is not told everything in 5 s more', ['greeted', 'answered', 'five seconds'], 1000],
  ])('tries again %s', (_when, steps, afterMs) => {
    const world = leaving();
    for (const step of steps) STEPS[step]?.(world);
    expect(world.next().isClosed).toBe(true);
    world.timers.pass(afterMs - 1);
    expect(world.sockets).toHaveLength(2);
    world.timers.pass(1);
    expect(world.sockets).toHaveLength(3);
    const third = world.newest();
    third.hello();
    answered(third, {});
    third.frame({ ch: 'n', ep: 'b', k: 'snap', s: 3, d: [ROW] });
    expect(world.last()).toMatchObject({ status: 'live', state: [{ last: '9' }] });
    expect(world.old.isClosed).toBe(true);
  });

  test('waits for what is listened to meanwhile, and leaves what is no more', () => {
    const { client, stop, timers, next, old } = leaving();
    next().hello();
    client.subscribe('markets.depth', { symbol: 'BTC/USDT' }, () => undefined);
    stop();
    answered(next(), {});
    next().frame({ ch: 'n', ep: 'b', k: 'snap', s: 3, d: [ROW] });
    timers.pass(1000);
    expect(old.isClosed).toBe(false);
    answered(next(), { ch: 'd' }, 1);
    next().frame({ ch: 'd', ep: 'b', k: 'snap', s: 3, d: { symbol: 'BTC/USDT', bids: [], asks: [], at: 0 } });
    expect(old.isClosed).toBe(true);
    expect(next().left).toEqual(['n']);
  });

  test('of a hidden page hands over without prices, which begin anew when it is seen', () => {
    const { client, timers, next, old, last } = leaving();
    client.sleep();
    timers.pass(3000);
    next().hello();
    expect([old.isClosed, next().asked.length]).toEqual([true, 0]);
    client.wake();
    answered(next(), {});
    next().frame({ ch: 'n', ep: 'b', k: 'snap', s: 3, d: [ROW] });
    expect(last()).toMatchObject({ status: 'live', state: [{ last: '9' }] });
  });

  test('of somebody whose session changes is dropped with its successor', () => {
    const { client, timers, next, old, sockets } = leaving();
    next().hello();
    client.renew();
    expect([old.isClosed, next().isClosed]).toEqual([true, true]);
    timers.pass(0);
    expect(sockets).toHaveLength(3);
  });

  test('may be told so again on its successor', () => {
    const world = leaving();
    for (const step of ['greeted', 'answered', 'snapshot']) STEPS[step]?.(world);
    world.next().say('bye', BYE);
    world.timers.pass(0);
    expect([world.sockets.length, world.next().isClosed]).toEqual([3, false]);
  });
});

describe('events on a connection that is told to leave', () => {
  function following() {
    const { client, sockets, timers } = running();
    const [old] = sockets as [FakeSocket];
    const heard: string[] = [];
    client.follow(
      'account.events',
      {},
      {
        onChange: (events) => heard.push(...events.map(({ sequence }) => String(sequence))),
        onStart: ({ sequence }) => heard.push(`start ${sequence}`),
      },
    );
    answered(old, { ch: 'e', ep: 'a', s: 5 }, 1);
    old.frame({ ch: 'e', k: 'snap', s: 5, d: { sequence: 5, since: 1 } });
    old.say('bye', BYE);
    timers.pass(0);
    const next = sockets[1] as FakeSocket;
    next.hello();
    answered(next, {});
    next.frame({ ch: 'n', ep: 'b', k: 'snap', s: 3, d: [ROW] });
    const pushEvent = (socket: FakeSocket, sequence: number) =>
      socket.frame({ ch: 'e', ps: sequence - 1, s: sequence, d: [{ sequence }] });
    return { next, old, heard, pushEvent, timers };
  }

  test('are told once and in order, whichever of the two brings them, and acknowledged on the one that stays', () => {
    const { next, old, heard, pushEvent, timers } = following();
    expect(next.asked[1]?.request).toMatchObject({ ch: 'account.events', ep: 'a', s: 5 });
    pushEvent(old, 6);
    pushEvent(old, 7);
    answered(next, { ch: 'e', ep: 'a', s: 8, recovered: true }, 1);
    expect(old.isClosed).toBe(true);
    for (const sequence of [6, 7]) pushEvent(next, sequence);
    timers.pass(2000);
    expect(next.acknowledged.at(-1)).toBe(7);
    for (const sequence of [8, 9]) pushEvent(next, sequence);
    expect(heard).toEqual(['start 5', '6', '7', '8', '9']);
  });

  test('of a session that has ended are refused, and prices go on', () => {
    const { next, old, heard } = following();
    next.asked[1]?.answer({ ok: false, code: 'realtime.not-allowed' });
    expect([old.isClosed, heard]).toEqual([true, ['start 5']]);
  });
});
