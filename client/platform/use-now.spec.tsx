import { act, render, screen } from '@testing-library/react';
import { setServerNow } from './server-clock';
import { useFromNow } from './use-now';

const CLOSES_AT = Date.UTC(2026, 0, 5, 12, 1, 0);

function Left() {
  return <p>{useFromNow((now) => Math.ceil((CLOSES_AT - now) / 1000))}</p>;
}

describe('a countdown', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('changes with the seconds of the server, wherever in a second the page began', () => {
    setServerNow(CLOSES_AT - 10_300);
    render(<Left />);
    expect(screen.getByText('11')).toBeTruthy();
    act(() => jest.advanceTimersByTime(301));
    expect(screen.getByText('10')).toBeTruthy();
    act(() => jest.advanceTimersByTime(998));
    expect(screen.getByText('10')).toBeTruthy();
    act(() => jest.advanceTimersByTime(2));
    expect(screen.getByText('9')).toBeTruthy();
  });
});
