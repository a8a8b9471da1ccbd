import { render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { MarginWarnings } from './margin-warnings';

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
});

it.each([
  [false, undefined],
  [true, 'true'],
])('marks what is of old marks: %s', (isOld, mark) => {
  const warning = { key: '1', level: 'warning', subject: 'BTC/USDT', ratio: '80', distance: '2.5' } as const;
  render(<MarginWarnings warnings={[warning]} isOld={isOld} />);
  const place = screen.getByRole('status');
  expect(place.textContent).toMatch(/BTC\/USDT/);
  expect(place.dataset.old).toBe(mark);
});
