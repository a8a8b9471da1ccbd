import { tapePicture } from './tape-path';

const BOX = { width: 108, height: 58 };
const sample = (second: number, mark: string | null) => ({ s: second * 1000, mark });

describe('the picture of a tape', () => {
  it('goes through the marks, highest at the top', () => {
    const picture = tapePicture([sample(0, '10'), sample(1, '20')], [], [1], BOX);
    expect(picture).toEqual({ path: 'M4.0 54.0L104.0 4.0', levels: [], marks: [{ x: 104, y: 4 }] });
  });

  it('is broken where the tape has a gap or no mark', () => {
    const picture = tapePicture([sample(0, '10'), sample(1, null), sample(2, '10'), sample(4, '10')], [], [], BOX);
    expect(picture?.path.match(/M/g)).toHaveLength(3);
  });

  it('shows a level that is near, and leaves out one that would flatten the line', () => {
    const samples = [sample(0, '100'), sample(1, '110')];
    expect(tapePicture(samples, ['105', '1', null], [], BOX)?.levels).toEqual([29, null, null]);
  });

  it('is none without two marks', () => {
    expect(tapePicture([sample(0, '10')], [], [], BOX)).toBeNull();
  });
});
