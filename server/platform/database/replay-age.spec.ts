import { positionOf, ReplayAge } from './replay-age.js';

it('positions are numbers of bytes', () => {
  expect([positionOf('0/0'), positionOf('0/FF'), positionOf('16/B374D848')]).toEqual([0n, 255n, 0x16b374d848n]);
});

describe('the age of a standby', () => {
  it('is none while it has all, however long nothing happens', () => {
    const age = new ReplayAge();
    age.note(10n, 1000);
    age.replayed(10n);
    expect(age.seconds(3_600_000)).toBe(0);
    age.note(10n, 3_600_000);
    age.replayed(10n);
    expect(age.seconds(3_601_000)).toBe(0);
  });

  it('counts from when the oldest thing that it has not was there', () => {
    const age = new ReplayAge();
    age.note(10n, 1000);
    age.note(20n, 2000);
    age.note(20n, 3000);
    age.note(30n, 4000);
    expect(age.seconds(5000)).toBe(4);
    age.replayed(15n);
    expect(age.seconds(5000)).toBe(3);
    age.replayed(20n);
    expect(age.seconds(5000)).toBe(1);
    age.replayed(30n);
    expect(age.seconds(5000)).toBe(0);
  });

  it('is not forgotten by a standby that stands still for hours', () => {
    const age = new ReplayAge();
    for (let look = 0; look < 10_000; look += 1) age.note(BigInt(look), look * 1000);
    expect(age.seconds(10_000_000)).toBe(10_000);
  });
});
