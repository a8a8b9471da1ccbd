import { BeatSweep, SWEEP_PARTS } from './beat-sweep.js';

const BEAT_MS = 100;

/** Time stands still but for what the test lets pass. */
function begin() {
  jest.useFakeTimers();
  const begun: number[] = [];
  const parts: number[] = [];
  const work = { on: new Set<number>(), during: (_part: number): void => undefined };
  const sweep = new BeatSweep(
    BEAT_MS,
    (part) => {
      if (part === 0) begun.push(performance.now());
      parts.push(part);
      work.during(part);
      return work.on.has(part);
    },
    () => performance.now(),
  );
  const from = performance.now();
  // A turn of the event loop takes a millisecond of this time, which is not what is asked for.
  const nearest = (at: number) => Math.round((at - from) / 10) * 10;
  return { sweep, parts, work, begun: () => begun.map(nearest), pass: jest.advanceTimersByTime };
}

afterEach(() => {
  jest.useRealTimers();
});

test('every part has its turn once a beat, in order, though nobody announces anything', () => {
  const { sweep, parts, begun, pass } = begin();
  sweep.start();
  pass(350);
  expect(begun()).toEqual([100, 200, 300]);
  const once = Array.from({ length: SWEEP_PARTS }, (_, part) => part);
  expect(parts).toEqual([...once, ...once, ...once]);
  sweep.stop();
});

test('a sweep begins with the announcement, and the beat keeps that rhythm', () => {
  const { sweep, begun, pass } = begin();
  sweep.start();
  pass(130);
  for (let update = 0; update < 5; update += 1) {
    sweep.announce();
    pass(BEAT_MS);
  }
  sweep.stop();
  // The announcement at 130 comes soon after the beat's own sweep, and waits for nothing but earlier announcements.
  expect(begun()).toEqual([100, 130, 230, 330, 430, 530]);
});

test('an announcement that is late is waited for, and one that never comes is not missed', () => {
  const { sweep, begun, pass } = begin();
  sweep.start();
  sweep.announce();
  pass(130);
  sweep.announce();
  pass(500);
  sweep.stop();
  expect(begun()).toEqual([0, 130, 280, 380, 480, 580]);
});

test('a flood of announcements makes no more sweeps than the beat allows, and the last is served', () => {
  const { sweep, begun, pass } = begin();
  sweep.start();
  for (let time = 0; time < 400; time += 1) {
    sweep.announce();
    pass(1);
  }
  sweep.stop();
  expect(begun()).toEqual([0, 80, 160, 240, 320]);
});

test('what is announced during a sweep is served by another', () => {
  const { sweep, work, begun, pass } = begin();
  work.on.add(3);
  work.during = (part) => {
    if (part === 5 && begun().length === 1) sweep.announce();
  };
  sweep.start();
  sweep.announce();
  pass(90);
  sweep.stop();
  expect(begun()).toEqual([0, 80]);
});

test('a part that had work lets everything else have its turn before the next', () => {
  const { sweep, work, parts } = begin();
  work.on = new Set([2, 7]);
  sweep.start();
  sweep.announce();
  const upTo: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    jest.advanceTimersToNextTimer();
    upTo.push(parts.length);
  }
  sweep.stop();
  expect(upTo.slice(0, 3)).toEqual([3, 8, SWEEP_PARTS]);
});

test('nothing runs after the end, not even the rest of a sweep', () => {
  const { sweep, work, parts, pass } = begin();
  work.on.add(4);
  work.during = (part) => {
    if (part === 4) sweep.stop();
  };
  sweep.start();
  sweep.announce();
  pass(1000);
  expect(parts).toEqual([0, 1, 2, 3, 4]);
  sweep.announce();
  pass(1000);
  expect(parts).toHaveLength(5);
});
