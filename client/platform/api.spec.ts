import {
  CallFailed,
  get,
  isUnanswered,
  onAttemptsCarriedOutOnce,
  onCallFailed,
  post,
  readEnvelope,
  rememberLanguageMark,
  slowCalls,
} from './api';
import { beginSession, endSession, onSessionLost, rememberUser, sessionToken, type SessionUser } from './session';
import { writeStored } from './stored';

describe('the envelope', () => {
  it.each([
    ['the normal form', { type: 'ok', message: [1] }, [1]],
    ['text as the payload', { type: 'ok', message: 'a token' }, 'a token'],
    ['success beside data', { type: 'ok', message: 'success', data: [2] }, [2]],
    ['OK beside data', { type: 'ok', message: 'OK', data: { a: 1 } }, { a: 1 }],
    ['success alone', { type: 'ok', message: 'success' }, 'success'],
    ['the K-line form', { code: 1, msg: 'success', data: [3] }, [3]],
    ['an empty K-line list', { code: 1, msg: 'success', data: [] }, []],
    ['a falsy payload', { type: 'ok', message: 0 }, 0],
  ])('reads %s', (_name, body, payload) => {
    expect(readEnvelope(body)).toEqual(payload);
  });

  it.each([
    ['an error', { type: 'error', message: 'No such symbol' }, 'refused', 'No such symbol'],
    ['an error without words', { type: 'error' }, 'refused', 'ERROR'],
    ['an error of the K-line form', { code: -1, msg: 'Bad period', data: null }, 'refused', 'Bad period'],
    ['a dead session', { type: '999', message: 'Log in again' }, 'session', 'Log in again'],
    ['a dead session as a number', { type: 999, message: 'Log in again' }, 'session', 'Log in again'],
    ['an unverified user', { type: '998', message: 'Verify first' }, 'unverified', 'Verify first'],
    ['a type of another family', { type: 500, message: 'Broken' }, 'refused', 'Broken'],
    ['nothing', null, 'refused', 'ERROR'],
    ['a list', [], 'refused', 'ERROR'],
  ])('refuses %s', (_name, body, kind, message) => {
    expect(() => readEnvelope(body)).toThrow(expect.objectContaining({ kind, message }));
  });
});

it('tells which refusal it was in both forms', () => {
  const code = (body: unknown) => {
    try {
      return readEnvelope(body);
    } catch (error) {
      return (error as CallFailed).code;
    }
  };
  expect(code({ type: 'error', message: 'No', code: 'markets.unknown-symbol' })).toBe('markets.unknown-symbol');
  expect(code({ code: -1, msg: 'No', data: [], reason: 'markets.unknown-symbol' })).toBe('markets.unknown-symbol');
});

describe('a call', () => {
  const requests: { url: string; init: RequestInit }[] = [];
  const answers = (body: unknown, headers: Record<string, string> = {}) => {
    globalThis.fetch = async (url, init) => {
      requests.push({ url: url as string, init: init ?? {} });
      return { headers: new Headers(headers), json: async () => body } as Response;
    };
  };

  beforeEach(() => {
    requests.length = 0;
  });

  it('is form-encoded and carries the token and the language mark', async () => {
    answers({ type: 'ok', message: 'mark' });
    rememberLanguageMark('m-1');
    await post('set/lang', { lang: 'zh-Hant' });
    expect(requests[0]?.url).toBe('/api/set/lang');
    expect(requests[0]?.init.body).toEqual(new URLSearchParams({ lang: 'zh-Hant' }));
    expect(requests[0]?.init.headers).toMatchObject({ authorization: '', 'language-mark': 'm-1' });
  });

  it('has what stands beside the word where its caller asks for that, unless it is refused', async () => {
    answers({ type: 'ok', message: 'Submitted', withdrawal: { id: '5' } });
    expect(await post('wallet/out', {}, { beside: 'withdrawal' })).toEqual({ id: '5' });
    answers({ type: 'ok', message: 'Submitted' });
    expect(await post('wallet/out', {}, { beside: 'withdrawal' })).toBeNull();
    answers({ type: 'error', message: 'No', withdrawal: { id: '5' } });
    await expect(post('wallet/out', {}, { beside: 'withdrawal', quiet: true })).rejects.toThrow('No');
  });

  it('puts the parameters of a read into the address', async () => {
    answers({ code: 1, data: [] });
    await get('currency/new_timeshar', { symbol: 'BTC/USDT', limit: 500 });
    expect(requests[0]?.url).toBe('/api/currency/new_timeshar?symbol=BTC%2FUSDT&limit=500');
  });

  it('is a trace of its own, which says of itself that nothing was recorded', async () => {
    answers({ type: 'ok', message: [] });
    await get('a');
    await get('a');
    const traces = requests.map(({ init }) => (init.headers as Record<string, string>).traceparent);
    for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(new Set(traces).size).toBe(traces.length);
    expect(traces.length).toBeGreaterThan(1);
  });

  it('tells of a refusal unless its caller asked for quiet', async () => {
    const heard: string[] = [];
    const stop = onCallFailed((failure) => heard.push(failure.message));
    answers({ type: 'error', message: 'No' });
    await expect(get('a')).rejects.toThrow('No');
    await expect(get('a', {}, { quiet: true })).rejects.toThrow(CallFailed);
    stop();
    expect(heard).toEqual(['No']);
  });

  it('tells once that a command sent again was carried out once', async () => {
    let announced = 0;
    const stop = onAttemptsCarriedOutOnce(() => (announced += 1));
    const add = (idempotencyKey: string) => post('lever/add_margin', {}, { quiet: true, idempotencyKey });
    const isLost = () => {
      globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    };
    isLost();
    await expect(add('first-key')).rejects.toThrow(CallFailed);
    answers({ type: 'ok', message: 'Added' });
    await add('other-key');
    expect(announced).toBe(0);
    await add('first-key');
    expect(announced).toBe(1);
    await add('first-key');
    isLost();
    await expect(add('refused-key')).rejects.toThrow(CallFailed);
    answers({ type: 'error', message: 'No' }, { 'idempotency-closed': '1' });
    await expect(add('refused-key')).rejects.toThrow('No');
    answers({ type: 'ok', message: 'Added' });
    await add('refused-key');
    stop();
    expect(announced).toBe(1);
  });

  it('says of a command that it is sent again, until the server has the last word on its key', async () => {
    const add = () => post('lever/add_margin', {}, { quiet: true, idempotencyKey: 'a-key' });
    const saysAgain = () =>
      (requests.at(-1)?.init.headers as Record<string, string> | undefined)?.['idempotency-repeated'] === '1';
    const busy = { type: 'error', message: 'Not now', code: 'request.unavailable' };
    answers(busy);
    await expect(add()).rejects.toMatchObject({ code: 'request.unavailable', isClosed: false });
    expect([saysAgain(), isUnanswered('a-key')]).toEqual([false, false]);

    globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    await expect(add()).rejects.toThrow(CallFailed);
    for (const refusal of [busy, { type: 'error', message: 'Slower', code: 'request.too-many' }, { type: '999' }]) {
      answers(refusal);
      await expect(add()).rejects.toMatchObject({ isClosed: false });
      expect([saysAgain(), isUnanswered('a-key')]).toEqual([true, true]);
    }
    answers({ type: 'error', message: 'No' }, { 'idempotency-closed': '1' });
    await expect(add()).rejects.toMatchObject({ message: 'No', isClosed: true });
    expect([saysAgain(), isUnanswered('a-key')]).toEqual([true, false]);
    answers({ type: 'ok', message: 'Added' });
    await add();
    expect(saysAgain()).toBe(false);
  });

  it.each([502, 504])(
    'does not know what became of a command where a proxy answers %i, whatever it says',
    async (status) => {
      const idempotencyKey = `a-key-of-${status}`;
      const add = () => post('lever/add_margin', {}, { quiet: true, idempotencyKey });
      const away = { type: 'error', message: 'Not now', code: 'request.unavailable' };
      globalThis.fetch = async () => ({ status, headers: new Headers(), json: async () => away }) as Response;
      await expect(add()).rejects.toMatchObject({ kind: 'unreachable', code: null });
      expect(isUnanswered(idempotencyKey)).toBe(true);
      answers({ type: 'ok', message: 'Added' });
      await add();
      expect(requests.at(-1)?.init.headers).toMatchObject({
        'idempotency-key': idempotencyKey,
        'idempotency-repeated': '1',
      });
    },
  );

  it('tells nothing where the page alone asked again, and tells where its user did so as well', async () => {
    let announced = 0;
    const stop = onAttemptsCarriedOutOnce(() => (announced += 1));
    const order = (idempotencyKey: string, isAutomatic: boolean) =>
      post('coin/trade', {}, { quiet: true, idempotencyKey, isAutomatic });
    const isLost = () => {
      globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    };
    isLost();
    await expect(order('one-press', false)).rejects.toThrow(CallFailed);
    await expect(order('one-press', true)).rejects.toThrow(CallFailed);
    await expect(order('two-presses', false)).rejects.toThrow(CallFailed);
    await expect(order('two-presses', false)).rejects.toThrow(CallFailed);
    answers({ type: 'ok', message: 'Submit success' });
    await order('one-press', true);
    expect(announced).toBe(0);
    await order('two-presses', true);
    expect(announced).toBe(1);
    stop();
  });

  it('ends the session on type 999', async () => {
    writeStored('token', 't');
    const heard: string[] = [];
    const stop = onSessionLost((message) => heard.push(message));
    answers({ type: '999', message: 'Log in again' });
    await expect(get('user/center')).rejects.toThrow('Log in again');
    stop();
    expect(heard).toEqual(['Log in again']);
    expect(sessionToken()).toBe('');
  });

  it('says that the server cannot be reached', async () => {
    globalThis.fetch = async () => {
      throw new TypeError('network');
    };
    await expect(get('a', {}, { quiet: true })).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('counts as slow after two seconds and not before', async () => {
    jest.useFakeTimers();
    let answer: (response: Response) => void = () => undefined;
    globalThis.fetch = () => new Promise((resolve) => (answer = resolve));
    const waiting = get('a');
    jest.advanceTimersByTime(1999);
    expect(slowCalls.get()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(slowCalls.get()).toBe(1);
    answer({ headers: new Headers(), json: async () => ({ type: 'ok', message: 'x' }) } as Response);
    await waiting;
    expect(slowCalls.get()).toBe(0);
    jest.useRealTimers();
  });
});

describe('a reply that comes when another session has begun', () => {
  const login = (id: number) => {
    beginSession(`token-${id}`);
    rememberUser({ id } as SessionUser);
  };
  const heldCall = () => {
    let reply = (_body: unknown) => {};
    globalThis.fetch = () =>
      new Promise((resolve) => {
        reply = (body) => resolve({ headers: new Headers(), json: async () => body } as Response);
      });
    const call = get('user/center');
    return { call, reply: (body: unknown) => reply(body) };
  };
  afterEach(() => endSession());

  it('logs nobody out, and tells nobody anything', async () => {
    login(7);
    const reported: unknown[] = [];
    const ends = [
      onSessionLost((message) => reported.push(message)),
      onCallFailed((failure) => reported.push(failure)),
    ];
    for (const body of [
      { type: '999', message: 'Log in' },
      { type: 'error', message: 'No' },
    ]) {
      const { call, reply } = heldCall();
      login(8);
      reply(body);
      await expect(call).rejects.toThrow(CallFailed);
      expect(sessionToken()).toBe('token-8');
      login(7);
    }
    // The same user with a newer token.
    const { call, reply } = heldCall();
    beginSession('token-of-now');
    reply({ type: '999', message: 'Log in' });
    await expect(call).rejects.toThrow('Log in');
    expect([sessionToken(), reported]).toEqual(['token-of-now', []]);
    for (const end of ends) end();
  });

  it('is no answer for another user', async () => {
    login(7);
    const { call, reply } = heldCall();
    login(8);
    reply({ type: 'ok', message: { name: 'of 7' } });
    await expect(call).rejects.toMatchObject({ kind: 'session' });
  });
});
