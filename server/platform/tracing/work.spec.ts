import { FakeRecorder } from '../../test/fakes/fake-recorder.js';
import { writePlace } from './trace-place.js';
import {
  apartFromWork,
  asStep,
  asWork,
  chosenSpan,
  currentWork,
  placeToHandOn,
  recordWith,
  runAs,
  Work,
} from './work.js';

const STEP = { name: 'a step', kind: 'internal' } as const;
const ROUND = { name: 'a round', kind: 'internal' } as const;
const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
const pause = () => new Promise<void>((done) => setTimeout(done, 1));

afterEach(() => recordWith(null));

function recording(share = 1): FakeRecorder {
  const recorder = new FakeRecorder(share);
  recordWith(recorder);
  return recorder;
}

it('is known over every wait, and to nobody else', async () => {
  const seen = await Promise.all(
    ['one', 'other'].map((number) =>
      runAs(new Work(null, number), async () => {
        await pause();
        return currentWork()?.request;
      }),
    ),
  );
  expect(seen).toEqual(['one', 'other']);
  expect(currentWork()).toBeUndefined();
});

it('is not inherited by what is begun apart from it, and goes on after that', async () => {
  const seen = await asWork(ROUND, async () => {
    const later = apartFromWork(async () => {
      await pause();
      return currentWork();
    });
    return { later: await later, own: currentWork() };
  });
  expect(seen.later).toBeUndefined();
  expect(seen.own).toBeInstanceOf(Work);
});

it('has one place, in the trace that its caller has named, where nothing is recorded', () => {
  const work = new Work(null, 'one', GIVEN);
  expect(work.place).toMatchObject({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736' });
  expect(work.place.spanId).not.toBe('00f067aa0ba902b7');
  expect(work.place).toBe(work.place);
});

it('makes no span, and hands no place on, where nothing is recorded', async () => {
  await asWork(ROUND, async () => {
    await asStep(STEP, async (span) => expect(span).toBeNull());
    expect(placeToHandOn()).toBeUndefined();
  });
  // Nobody's: whoever asks is in no work.
  const recorder = recording();
  await asStep(STEP, async (span) => expect(span).toBeNull());
  expect(recorder.spans).toEqual([]);
});

it('has steps in steps, of which each comes from the one around it and ends with its own outcome', async () => {
  const recorder = recording();
  const round = asWork(ROUND, () =>
    asStep(STEP, async () => {
      await pause();
      await asStep({ ...STEP, name: 'inner' }, () => Promise.reject(new Error('failed')));
    }).catch(() => undefined),
  );
  await round;
  const [whole, outer, inner] = recorder.spans;
  expect(recorder.spans.map(({ name }) => name)).toEqual(['a round', 'a step', 'inner']);
  expect(whole).toMatchObject({ from: null, hasFailed: false });
  expect(outer).toMatchObject({ from: whole?.place, hasFailed: true });
  expect(inner).toMatchObject({ from: outer?.place, hasFailed: true });
});

it('goes on with the trace that it was asked for in, and begins another only where it was asked for in none', async () => {
  const recorder = recording(0);
  const from = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
  await asWork(ROUND, async () => undefined, writePlace(from));
  await asWork(ROUND, async () => undefined, 'broken');
  await asWork(ROUND, async () => undefined);
  expect(recorder.spans).toMatchObject([{ from }]);
});

it.each([
  [0, 0, 0],
  // Ten standard deviations of a fair draw to either side.
  [0.25, 2063, 2937],
  [1, 10_000, 10_000],
])('is chosen by chance and the share of %d alone, whatever the caller has chosen', (share, least, most) => {
  const recorder = recording(share);
  const sampled = '00-00000000000000000000000000000001-00f067aa0ba902b7-01';
  for (let turn = 0; turn < 10_000; turn += 1) chosenSpan(ROUND, sampled);
  expect(recorder.spans.length).toBeGreaterThanOrEqual(least);
  expect(recorder.spans.length).toBeLessThanOrEqual(most);
  expect(recorder.spans.every(({ from }) => from?.traceId === '00000000000000000000000000000001')).toBe(true);
});
