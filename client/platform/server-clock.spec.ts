import { hearServerNow, serverNow, setServerNow } from './server-clock';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
  setServerNow(5_000_000);
});
afterEach(() => jest.useRealTimers());

/** The device's clock is set to another time; what the server says goes on. */
const setDevice = (by: number) => jest.setSystemTime(Date.now() + by);

it('follows the server where the clock of the device is put back, at once: no price is younger than it is', () => {
  setDevice(-60_000);
  expect(serverNow()).toBe(4_940_000);
  hearServerNow(5_000_000);
  expect(serverNow()).toBe(5_000_000);
});

it('follows the server where the clock of the device is put forward, once that has lasted', () => {
  setDevice(60_000);
  hearServerNow(5_000_000);
  expect(serverNow()).toBe(5_060_000);
  jest.advanceTimersByTime(2999);
  hearServerNow(5_002_999);
  expect(serverNow()).toBe(5_062_999);
  jest.advanceTimersByTime(1);
  hearServerNow(5_003_000);
  expect(serverNow()).toBe(5_003_000);
});

it('does not take what waited while the device slept for the time of now', () => {
  setDevice(60_000);
  hearServerNow(5_000_000);
  jest.advanceTimersByTime(1000);
  hearServerNow(5_061_000);
  jest.advanceTimersByTime(10_000);
  hearServerNow(5_071_000);
  expect(serverNow()).toBe(5_071_000);
});

it('leaves it as it is for what a slow line makes of it', () => {
  jest.advanceTimersByTime(60_000);
  for (const by of [-500, 500]) hearServerNow(5_060_000 + by);
  jest.advanceTimersByTime(60_000);
  hearServerNow(5_119_500);
  expect(serverNow()).toBe(5_120_000);
});
