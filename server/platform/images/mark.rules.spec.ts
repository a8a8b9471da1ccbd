import sharp from 'sharp';
import { markPicture } from './mark.rules.js';

const SIZE = { width: 480, height: 360 };

const onGround = async (text: string, background: string): Promise<Buffer> =>
  sharp({ create: { ...SIZE, channels: 3, background } })
    .composite([{ input: Buffer.from(markPicture(text, SIZE)) }])
    .removeAlpha()
    .raw()
    .toBuffer();

/** How far the pixels are from the ground: the average over all, and of the one that is furthest; 0 to 255. */
function change(pixels: Buffer, ground: number): { average: number; most: number } {
  const steps = [...pixels].map((value) => Math.abs(value - ground));
  return { average: steps.reduce((sum, step) => sum + step, 0) / steps.length, most: Math.max(...new Set(steps)) };
}

it('is seen on a dark and on a light ground, and covers little of either', async () => {
  for (const [background, ground] of [
    ['#000000', 0],
    ['#808080', 128],
    ['#ffffff', 255],
  ] as const) {
    const { average, most } = change(await onGround('ann 2026-11-20 16:05 UTC', background), ground);
    expect(most).toBeGreaterThan(40);
    expect(average).toBeLessThan(40);
  }
});

it('reaches every part of the picture', async () => {
  const pixels = await onGround('ann 2026-11-20 16:05 UTC', '#000000');
  const side = 80;
  for (let top = 0; top + side <= SIZE.height; top += side) {
    for (let left = 0; left + side <= SIZE.width; left += side) {
      let lit = 0;
      for (let y = top; y < top + side; y += 1)
        for (let x = left; x < left + side; x += 1) if ((pixels[(y * SIZE.width + x) * 3] ?? 0) > 24) lit += 1;
      expect({ top, left, lit: lit > 0 }).toEqual({ top, left, lit: true });
    }
  }
});

it('tells one name and one minute from another', async () => {
  const texts = ['ann 2026-11-20 16:05 UTC', 'bob 2026-11-20 16:05 UTC', 'ann 2026-11-20 16:06 UTC'];
  const pictures = await Promise.all(texts.map(async (text) => (await onGround(text, '#000000')).toString('base64')));
  expect(new Set(pictures).size).toBe(texts.length);
});

it('can carry no markup of a name into the picture', () => {
  expect(markPicture('"/><script>x</script>', SIZE)).not.toMatch(/script/i);
});
