import type { SubscribeReply } from '../../server/contract/channels.js';
import { type Asked, KEY, open, running } from '../test/fake-channels.js';
import { backOffCap } from './back-off.js';

describe('channel client', () => {
  test('shows the snapshot and folds the changes into it', () => {
    const { newest, last } = running();
    expect(last()).toMatchObject({ status: 'live', state: [{ symbol: 'BTC/USDT', last: '1' }] });
    newest().frame({ ps: 10, s: 12, d: [{ symbol: 'BTC/USDT', last: '2' }] });
    newest().frame({ ps: 12, s: 13, d: [{ symbol: 'ETH/USDT', last: '7' }] });
    expect(last()).toMatchObject({
      status: 'live',
      state: [
        { symbol: 'BTC/USDT', last: '2' },
        { symbol: 'ETH/USDT', last: '7' },
      ],
    });
  });

  test('a missing frame freezes the stream and is asked for once, from the place reached', () => {
    const { newest, last } = running();
    newest().frame({ ps: 11, s: 12, d: [{ symbol: 'BTC/USDT', last: '3' }] });
    expect(last()).toMatchObject({ status: 'updating', state: [{ last: '1' }] });
    newest().frame({ ps: 12, s: 13, d: [{ symbol: 'BTC/USDT', last: '4' }] });
    expect(newest().asked).toHaveLength(2);
    expect(newest().asked[1]?.request).toMatchObject({ ch: 'markets.ticker', ep: 'a', s: 10 });
    newest().asked[1]?.answer({ ok: true, ch: 't', ep: 'a', s: 13, recovered: true });
    newest().frame({ ps: 10, s: 13, d: [{ symbol: 'BTC/USDT', last: '4' }] });
    expect(last()).toMatchObject({ status: 'live', state: [{ last: '4' }] });
  });

  test.each([
    ['within 30 s: everything anew', 29_000, {}],
    ['later: from the place reached', 31_000, { ep: 'a', s: 10 }],
  ])('a second gap %s', (_name, apart, place) => {
    const { newest, timers } = running();
    const heal = () => newest().asked.at(-1)?.answer({ ok: true, ch: 't', ep: 'a', s: 10, recovered: true });
    newest().frame({ ps: 11, s: 12, d: [] });
    heal();
    for (let waited = 0; waited < apart; waited += 1000) {
      timers.pass(1000);
      newest().frame({ k: 'hb', ps: 10, s: 10 });
    }
    const before = newest().asked.length;
    newest().frame({ ps: 14, s: 15, d: [] });
    expect(newest().asked).toHaveLength(before + 1);
    const { ep, s } = (newest().asked.at(-1) as Asked).request;
    expect({ ep, s }).toEqual({ ep: undefined, s: undefined, ...place });
  });

  test('a heartbeat with another place is a gap, one with the same place is not', () => {
    const { newest, last } = running();
    newest().frame({ k: 'hb', ps: 10, s: 10, ts: 1_000_500 });
    expect(last()).toMatchObject({ status: 'live', at: 1_000_500 });
    newest().frame({ k: 'hb', ps: 11, s: 11 });
    expect(last().status).toBe('updating');
  });

  test('a change of the epoch is a gap; the snapshot after it is taken', () => {
    const { newest, last } = running();
    newest().frame({ ep: 'b', ps: 10, s: 11, d: [{ symbol: 'BTC/USDT', last: '9' }] });
    expect(last()).toMatchObject({ status: 'updating', state: [{ last: '1' }] });
    newest().asked.at(-1)?.answer({ ok: true, ch: 't', ep: 'b', s: 11, recovered: false, reason: 'epoch' });
    newest().frame({ ep: 'b', k: 'snap', s: 11, d: [{ symbol: 'BTC/USDT', last: '9' }] });
    expect(last()).toMatchObject({ status: 'live', state: [{ last: '9' }] });
  });

  test('a frame that was applied already changes nothing', () => {
    const { newest, last } = running();
    newest().frame({ ps: 10, s: 12, d: [{ symbol: 'BTC/USDT', last: '2' }] });
    newest().frame({ ps: 10, s: 12, d: [{ symbol: 'BTC/USDT', last: '0' }] });
    expect(last()).toMatchObject({ status: 'live', state: [{ last: '2' }] });
    expect(newest().asked).toHaveLength(1);
  });

  test('without an answer in 3 s the listener is told, so that it reads over HTTP, and it is asked again', () => {
    const { newest, last, timers } = open();
    newest().hello();
    timers.pass(2999);
    newest().frame({ ch: 'other', k: 'hb', s: 1, ps: 1 });
    expect(last().status).toBe('waiting');
    timers.pass(1);
    expect(last().status).toBe('unanswered');
    timers.pass(5000);
    expect(newest().asked).toHaveLength(2);
    newest().start();
    expect(last().status).toBe('live');
  });

  test('comes back from the place reached after a loss, and shows the frozen state meanwhile', () => {
    const { newest, last, timers, sockets, client } = running();
    newest().say('disconnect');
    expect(last()).toMatchObject({ status: 'updating', state: [{ last: '1' }] });
    expect(client.connectionStatus()).toEqual({ state: 'reconnecting', since: 0 });
    timers.pass(1000);
    expect(sockets).toHaveLength(2);
    newest().hello();
    expect(newest().asked[0]?.request).toMatchObject({ ep: 'a', s: 10 });
    newest().asked[0]?.answer({ ok: true, ch: 't', ep: 'a', s: 10, recovered: true });
    expect(last().status).toBe('live');
  });

  test('waits 1, 2, 4, 8 and then 15 s at most, and less by chance', () => {
    const { newest, timers, sockets, client } = open();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const count = sockets.length;
      newest().say('connect_error', new Error('refused'));
      let waited = 0;
      while (sockets.length === count) {
        timers.pass(500);
        waited += 500;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
    expect(client.connectionStatus().state).toBe('offline');
    timers.chance = 0.1;
    newest().say('connect_error', new Error('refused'));
    const count = sockets.length;
    timers.pass(1500);
    expect(sockets).toHaveLength(count + 1);
  });

  test('the back-off starts anew only after 30 stable seconds', () => {
    const { newest, timers, sockets } = open();
    newest().say('connect_error', new Error('refused'));
    timers.pass(1000);
    newest().hello();
    timers.pass(1);
    newest().say('disconnect');
    timers.pass(1999);
    expect(sockets).toHaveLength(2);
    timers.pass(1);
    expect(sockets).toHaveLength(3);
    newest().hello();
    newest().start();
    for (let second = 0; second < 30; second += 1) {
      timers.pass(1000);
      newest().frame({ k: 'hb', ps: 10, s: 10 });
    }
    newest().say('disconnect');
    timers.pass(1000);
    expect(sockets).toHaveLength(4);
  });

  test('leaves at a farewell and comes back when the server said', () => {
    const { newest, timers, sockets } = running();
    const [first] = sockets;
    newest().say('bye', { reason: 'drain', retryInMs: 7300 });
    expect(first?.isClosed).toBe(true);
    timers.pass(7299);
    expect(sockets).toHaveLength(1);
    timers.pass(1);
    expect(sockets).toHaveLength(2);
  });

  test('a line that nobody listens on is left at its farewell, and made again when somebody listens', () => {
    const { client, newest, timers, sockets, stop, views } = running();
    stop();
    timers.pass(1000);
    newest().say('bye', { reason: 'idle', retryInMs: 2000 });
    expect(sockets[0]?.isClosed).toBe(true);
    timers.pass(120_000);
    client.wake();
    client.setOnline(true);
    expect(sockets).toHaveLength(1);
    client.subscribe('markets.ticker', KEY, (view) => views.push(view));
    expect(sockets).toHaveLength(2);
    newest().hello();
    newest().start();
    expect(views.at(-1)).toMatchObject({ status: 'live' });
  });

  test('a line that somebody began to listen on as it was called idle is made again', () => {
    const { newest, timers, sockets } = running();
    newest().say('bye', { reason: 'idle', retryInMs: 2000 });
    timers.pass(2000);
    expect(sockets).toHaveLength(2);
  });

  test('a busy gateway names the time to come back in its refusal', () => {
    const { newest, timers, sockets } = open();
    newest().say('connect_error', Object.assign(new Error('busy'), { data: { retryInMs: 4200 } }));
    timers.pass(4199);
    expect(sockets).toHaveLength(1);
    timers.pass(1);
    expect(sockets).toHaveLength(2);
  });

  test('an attempt without a greeting is given up after 5 s', () => {
    const { sockets, timers } = open();
    timers.pass(5000 + 1000);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isClosed).toBe(true);
  });

  test('two missing heartbeats: the connection is made anew', () => {
    const { sockets, timers, last } = running();
    timers.pass(10_000);
    expect(sockets).toHaveLength(1);
    timers.pass(2500);
    // Spread over a second, because others hear nothing of the same gateway either.
    expect(sockets).toHaveLength(1);
    expect(last().status).toBe('updating');
    timers.pass(1000);
    expect(sockets).toHaveLength(2);
  });

  test('one silent stream beside a talking one is asked for again on the same connection', () => {
    const { client, newest, timers, sockets } = running();
    client.subscribe('markets.depth', { symbol: 'BTC/USDT' }, () => undefined);
    newest().asked.at(-1)?.answer({ ok: true, ch: 'd', ep: 'a', s: 1, recovered: false, reason: 'first' });
    newest().frame({ ch: 'd', k: 'snap', s: 1, d: { symbol: 'BTC/USDT', bids: [], asks: [], at: 0 } });
    for (let second = 0; second < 14; second += 1) {
      timers.pass(1000);
      newest().frame({ ch: 'd', k: 'hb', s: 1, ps: 1 });
    }
    expect(sockets).toHaveLength(1);
    expect(newest().asked.map(({ request }) => request.ch)).toContain('markets.ticker');
    expect(newest().asked.filter(({ request }) => request.ch === 'markets.ticker').length).toBeGreaterThan(1);
    expect(newest().asked.filter(({ request }) => request.ch === 'markets.depth')).toHaveLength(1);
  });

  test('a hidden page is sent no prices, keeps what it knows as no more of now, and takes up the stream when it is seen', () => {
    const { client, timers, newest, last } = running();
    client.sleep();
    timers.pass(2999);
    expect(newest().left).toEqual([]);
    timers.pass(1);
    expect(newest().left).toEqual(['t']);
    expect(last()).toMatchObject({ status: 'updating', state: [{ symbol: 'BTC/USDT', last: '1' }] });
    // Whatever was on its way is not taken for the present.
    newest().frame({ s: 11, ps: 10, d: [{ symbol: 'BTC/USDT', last: '9' }] });
    expect(last().state).toEqual([{ symbol: 'BTC/USDT', last: '1' }]);
    // What is opened meanwhile, and what a new connection would ask for, waits too.
    client.subscribe('markets.mark', { symbol: 'BTC/USDT' }, () => undefined);
    expect(newest().asked).toHaveLength(1);
    client.wake();
    expect(
      newest()
        .asked.slice(1)
        .map(({ request }) => request.ch),
    ).toEqual(['markets.ticker', 'markets.mark']);
    newest().asked[1]?.answer({ ok: true, ch: 't', ep: 'b', s: 50, recovered: false, reason: 'epoch' });
    newest().frame({ k: 'snap', ep: 'b', s: 50, d: [{ symbol: 'BTC/USDT', last: '7' }] });
    expect(last()).toMatchObject({ status: 'live', state: [{ symbol: 'BTC/USDT', last: '7' }] });
  });

  test('a page that is seen again at once leaves nothing', () => {
    const { client, timers, newest } = running();
    client.sleep();
    timers.pass(2000);
    client.wake();
    timers.pass(2000);
    expect(newest().left).toEqual([]);
  });

  test('a question that was on its way when the page was hidden is taken back when it is answered', () => {
    const { client, timers, newest } = open();
    newest().hello();
    client.sleep();
    timers.pass(2900);
    newest().hello();
    timers.pass(100);
    newest().asked.at(-1)?.answer({ ok: true, ch: 't', ep: 'a', s: 10, recovered: false, reason: 'first' });
    expect(newest().left).toEqual(['t']);
  });

  test('a page that wakes up asks at once on a connection heard lately, and opens a new one otherwise', () => {
    const { client, newest, timers, sockets } = running();
    timers.pass(1000);
    client.wake();
    expect(sockets).toHaveLength(1);
    expect(newest().asked.at(-1)?.request).toMatchObject({ ep: 'a', s: 10 });
    timers.pass(3000);
    timers.pass(1000);
    expect(sockets.length).toBeGreaterThan(1);
    newest().hello();
    newest().asked.at(-1)?.answer({ ok: true, ch: 't', ep: 'a', s: 10, recovered: true });
    timers.pass(6000);
    const before = sockets.length;
    client.wake();
    timers.pass(0);
    expect(sockets).toHaveLength(before + 1);
  });

  test('is offline while the device says so, and back at once afterwards', () => {
    const { client, newest, timers, sockets } = running();
    timers.pass(200);
    client.setOnline(false);
    expect(client.connectionStatus()).toEqual({ state: 'offline', since: 200 });
    const before = sockets.length;
    client.setOnline(true);
    timers.pass(0);
    expect(sockets).toHaveLength(before + 1);
    newest().hello();
    expect(client.connectionStatus().state).toBe('live');
  });

  test('equal keys share one subscription; it is released a second after its last listener left', () => {
    const { client, newest, timers, stop } = running();
    const seen: unknown[] = [];
    const stopOther = client.subscribe('markets.ticker', { symbols: ['BTC/USDT', 'ETH/USDT'] }, ({ state }) =>
      seen.push(state),
    );
    expect(newest().asked).toHaveLength(1);
    expect(seen).toEqual([[{ symbol: 'BTC/USDT', last: '1' }]]);
    stop();
    stopOther();
    timers.pass(999);
    client.subscribe('markets.ticker', KEY, () => undefined)();
    timers.pass(999);
    expect(newest().left).toEqual([]);
    timers.pass(1);
    expect(newest().left).toEqual(['t']);
  });

  const first: SubscribeReply = { ok: true, ch: 't', ep: 'a', s: 10, recovered: false, reason: 'first' };

  test('one that nobody wants any more when its answer comes is left then, so that it takes no place', () => {
    const { newest, timers, stop } = open();
    newest().hello();
    stop();
    timers.pass(1000);
    expect(newest().left).toEqual([]);
    newest().asked[0]?.answer(first);
    expect(newest().left).toEqual(['t']);
  });

  test('one that was refused meanwhile is not left: there is nothing', () => {
    const { newest, timers, stop } = open();
    newest().hello();
    stop();
    timers.pass(1000);
    newest().asked[0]?.answer({ ok: false, code: 'realtime.too-many-subscriptions' });
    expect(newest().left).toEqual([]);
  });

  test.each([
    ['is on its way', 0],
    ['was answered', 1],
  ])('a late answer takes nothing from somebody who wants the same again, whose question %s', (_name, answered) => {
    const { client, newest, timers, stop } = open();
    newest().hello();
    stop();
    timers.pass(1000);
    const views: unknown[] = [];
    client.subscribe('markets.ticker', KEY, ({ state }) => views.push(state));
    if (answered > 0) newest().asked[1]?.answer(first);
    newest().asked[0]?.answer(first);
    if (answered === 0) newest().asked[1]?.answer(first);
    newest().frame({ k: 'snap', s: 10, d: [{ symbol: 'BTC/USDT', last: '1' }] });
    expect(newest().left).toEqual([]);
    expect(views.at(-1)).toEqual([{ symbol: 'BTC/USDT', last: '1' }]);
  });

  test('a page that was hidden twice leaves what is answered late, as the first time', () => {
    const { client, newest, timers } = running();
    client.sleep();
    timers.pass(3000);
    client.wake();
    client.sleep();
    timers.pass(2900);
    newest().hello();
    timers.pass(100);
    newest().asked.at(-1)?.answer(first);
    expect(newest().left).toEqual(['t', 't']);
  });

  test('a refusal is told; one that passes by itself is asked again', () => {
    const { newest, last, timers } = open();
    newest().hello();
    newest().asked[0]?.answer({ ok: false, code: 'realtime.too-many-messages' });
    timers.pass(1000);
    expect(newest().asked).toHaveLength(2);
    newest().asked[1]?.answer({ ok: false, code: 'realtime.bad-key' });
    timers.pass(20_000);
    expect(last()).toMatchObject({ status: 'refused', refusal: 'realtime.bad-key' });
    expect(newest().asked).toHaveLength(2);
  });

  test('too many subscriptions is a refusal that passes: places become free as pages are left', () => {
    const { newest, last, timers } = open();
    newest().hello();
    newest().asked[0]?.answer({ ok: false, code: 'realtime.too-many-subscriptions' });
    expect(last()?.status).not.toBe('refused');
    timers.pass(1499);
    expect(newest().asked).toHaveLength(1);
    timers.pass(1);
    expect(newest().asked).toHaveLength(2);
    newest().start();
    expect(last()).toMatchObject({ status: 'live', refusal: null });
  });

  test('measures the clock of the server by the least delayed message', () => {
    const { client, newest, timers } = open();
    expect(client.serverNow()).toBeNull();
    timers.pass(50);
    newest().hello(1_000_000);
    expect(client.serverNow()).toBe(1_000_000);
    newest().start();
    timers.pass(100);
    newest().frame({ k: 'hb', s: 10, ps: 10, ts: 1_000_130 });
    expect(client.serverNow()).toBe(1_000_130);
    timers.pass(100);
    newest().frame({ k: 'hb', s: 10, ps: 10, ts: 1_000_150 });
    expect(client.serverNow()).toBe(1_000_230);
  });

  test('follows a clock of the server that was put back within a minute, and no message that is late', () => {
    const { client, newest, timers } = open();
    newest().hello(1_005_000);
    newest().start();
    const beat = (late: number) => {
      timers.pass(1000);
      newest().frame({ k: 'hb', s: 10, ps: 10, ts: 1_000_000 + timers.now() - late });
    };
    for (let second = 0; second < 20; second += 1) beat(0);
    expect(client.serverNow()).toBe(1_025_000);
    for (let second = 20; second < 60; second += 1) beat(0);
    expect(client.serverNow()).toBe(1_060_000);
    for (let second = 60; second < 80; second += 1) beat(400);
    expect(client.serverNow()).toBe(1_080_000);
  });
});

/** A connection on which the stream of the user's events is followed, with what was heard of it. */
function following() {
  const { client, newest, timers, sockets } = open();
  newest().hello();
  const heard: string[] = [];
  const stop = client.follow(
    'account.events',
    {},
    {
      onChange: (events) => heard.push(...events.map(({ sequence }) => String(sequence))),
      onStart: ({ sequence }) => heard.push(`start ${sequence}`),
    },
  );
  const answer = (reply: object) =>
    newest()
      .asked.at(-1)
      ?.answer({ ok: true, ch: 'e', ep: 'a', s: 0, recovered: false, reason: 'first', ...reply } as SubscribeReply);
  const begin = (s: number) => {
    answer({ s });
    newest().frame({ ch: 'e', k: 'snap', s, d: { sequence: s, since: 1 } });
  };
  const pushEvents = (from: number, to = from) =>
    newest().frame({
      ch: 'e',
      ps: from - 1,
      s: to,
      d: Array.from({ length: to - from + 1 }, (_, i) => ({ sequence: from + i })),
    });
  return { client, newest, timers, sockets, heard, stop, answer, begin, pushEvents };
}

describe('a stream of events', () => {
  test('is told once and in order, through gaps and doubled frames', () => {
    const { newest, heard, begin, pushEvents, answer } = following();
    begin(10);
    pushEvents(11, 12);
    pushEvents(11, 12);
    pushEvents(14);
    expect(newest().asked.at(-1)?.request).toMatchObject({ ch: 'account.events', ep: 'a', s: 12 });
    pushEvents(15);
    answer({ s: 15, recovered: true });
    pushEvents(13, 15);
    // A second gap soon after the first: resumed too, for events are never told twice.
    pushEvents(17);
    expect(newest().asked.at(-1)?.request).toMatchObject({ ep: 'a', s: 15 });
    answer({ s: 17, recovered: true });
    pushEvents(16, 17);
    expect(heard).toEqual(['start 10', '11', '12', '13', '14', '15', '16', '17']);
  });

  test('that cannot be resumed says that it begins anew', () => {
    const { newest, heard, timers, begin, pushEvents, answer } = following();
    begin(1);
    pushEvents(2);
    newest().say('disconnect');
    timers.pass(1000);
    newest().hello();
    expect(newest().asked.at(-1)?.request).toMatchObject({ ep: 'a', s: 2 });
    answer({ s: 9000, reason: 'expired' });
    newest().frame({ ch: 'e', k: 'snap', s: 9000, d: { sequence: 9000, since: 6000 } });
    pushEvents(9001);
    expect(heard).toEqual(['start 1', '2', 'start 9000', '9001']);
  });

  test('is acknowledged after 32 events, and 2 s after the first that waits', () => {
    const { newest, timers, begin, pushEvents } = following();
    begin(10);
    timers.pass(1999);
    expect(newest().acknowledged).toEqual([]);
    timers.pass(1);
    expect(newest().acknowledged).toEqual([10]);
    for (let s = 11; s <= 41; s += 1) pushEvents(s);
    expect(newest().acknowledged).toEqual([10]);
    pushEvents(42);
    expect(newest().acknowledged).toEqual([10, 42]);
    pushEvents(43, 200);
    expect(newest().acknowledged).toEqual([10, 42, 200]);
    timers.pass(2500);
    expect(newest().acknowledged).toEqual([10, 42, 200]);
  });

  test('of another user is never resumed from', () => {
    const { client, newest, timers, heard, begin } = following();
    begin(10);
    client.renew();
    timers.pass(0);
    newest().hello();
    const { ep, s } = (newest().asked.at(-1) as Asked).request;
    expect({ ep, s }).toEqual({ ep: undefined, s: undefined });
    begin(3);
    expect(heard).toEqual(['start 10', 'start 3']);
  });

  test('goes on while the page is hidden: what happens to the user is told at once', () => {
    const { client, newest, timers, heard, begin, pushEvents } = following();
    newest().asked[0]?.answer({ ok: true, ch: 't', ep: 'a', s: 10, recovered: false, reason: 'first' });
    begin(1);
    client.sleep();
    timers.pass(3000);
    expect(newest().left).toEqual(['t']);
    pushEvents(2);
    expect(heard).toEqual(['start 1', '2']);
  });

  test('is left a second after its last follower', () => {
    const { newest, timers, begin, stop } = following();
    begin(1);
    stop();
    timers.pass(1000);
    expect(newest().left).toEqual(['e']);
  });
});

test('the back-off never overflows', () => {
  expect([0, 1, 2, 3, 4, 50, 5000].map(backOffCap)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
});
