import { followUpdates, takeUpdate, updateWaits } from './app-update';

const newer = { postMessage: () => undefined };
const parts: { waiting: typeof newer | null; installing: null } = { waiting: newer, installing: null };
const registration = Object.assign(new EventTarget(), parts, {
  update: async () => undefined,
});
const workers = Object.assign(new EventTarget(), { controller: {}, register: async () => registration });

beforeAll(() => Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers }));
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('a newer version that waits', () => {
  it('is offered no more once another page has let it take over', async () => {
    const end = await followUpdates();
    expect(updateWaits.get()).toBe(true);
    registration.waiting = null;
    workers.dispatchEvent(new Event('controllerchange'));
    expect(updateWaits.get()).toBe(false);
    end();
  });

  it('and is there no more is not waited for with a press', () => {
    updateWaits.set(true);
    takeUpdate();
    expect(updateWaits.get()).toBe(false);
  });

  it.each([
    ['takes over', () => workers.dispatchEvent(new Event('controllerchange'))],
    ['does not get its turn', () => jest.advanceTimersByTime(8000)],
  ])('is there after a press when it %s, once', async (_what, happens) => {
    jest.useFakeTimers();
    registration.waiting = newer;
    const end = await followUpdates();
    const loadAnew = jest.fn();
    takeUpdate(loadAnew);
    jest.advanceTimersByTime(7999);
    expect(loadAnew).not.toHaveBeenCalled();
    happens();
    workers.dispatchEvent(new Event('controllerchange'));
    jest.advanceTimersByTime(60_000);
    expect(loadAnew).toHaveBeenCalledTimes(1);
    end();
    jest.useRealTimers();
  });
});
