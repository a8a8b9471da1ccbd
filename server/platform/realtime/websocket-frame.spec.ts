import * as fc from 'fast-check';
import { JoinedFrames } from './gathered-writes.js';
import { encodeFrame, type FrameHead, type SharedRow } from './websocket-frame.js';

const HEAD: FrameHead = { ch: 'markets.ticker:€"1', ep: 'e', s: 7, ps: 6, k: 'delta', ts: 1_700_000_000_000 };

const row = (value: unknown): SharedRow => {
  const json = JSON.stringify(value);
  return { json, bytes: Buffer.from(json) };
};

// From the length that fits a byte, over the one of two bytes, to the one of eight.
const rows = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 60, maxLength: 9000 })), {
  maxLength: 12,
});

test('a frame of shared rows has the bytes of the same frame made of text, however often it is asked for them', () => {
  fc.assert(
    fc.property(rows, (values) => {
      const text = encodeFrame(HEAD, JSON.stringify(values));
      const list = encodeFrame(HEAD, values.map(row));
      expect(list.packet).toBe(text.packet);
      expect(list.length).toBe(text.bytes.length);
      const target = Buffer.alloc(text.length * 3 + 5);
      let at = 5;
      for (let copies = 0; copies < 3; copies += 1) at = list.copyTo(target, at);
      expect(at).toBe(target.length);
      expect(target.subarray(5).equals(Buffer.concat([text.bytes, text.bytes, text.bytes]))).toBe(true);
      expect(list.bytes.equals(text.bytes)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('frames are joined in order, and anew when one of them is another', () => {
  const joined = new JoinedFrames();
  const [one, two, big] = ['1', '"2"', JSON.stringify('x'.repeat(200_000))].map((json) => encodeFrame(HEAD, json)) as [
    ReturnType<typeof encodeFrame>,
    ReturnType<typeof encodeFrame>,
    ReturnType<typeof encodeFrame>,
  ];
  for (const frames of [[one], [one, two], [one, two], [two, one], [one, big, two], [one]]) {
    const expected = Buffer.concat(frames.map(({ bytes }) => bytes));
    expect(joined.join(frames, frames.length).equals(expected)).toBe(true);
  }
  // What stands behind the count is of an earlier beat.
  expect(joined.join([two, one], 1).equals(two.bytes)).toBe(true);
});
