import { minuteOf, timeOf } from './day-minute.rules';

test.each([
  ['09:30', 570],
  ['9:30', 570],
  ['00:00', 0],
  ['24:00', 1440],
  ['24:01', null],
  ['25:00', null],
  ['9', null],
  ['', null],
])('%s is %s', (text, minute) => {
  expect(minuteOf(text)).toBe(minute);
});

test('a minute of the day is written in four digits', () => {
  expect([timeOf(0), timeOf(570), timeOf(1440)]).toEqual(['00:00', '09:30', '24:00']);
});
