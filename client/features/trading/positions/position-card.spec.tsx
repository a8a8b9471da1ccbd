import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { futuresWords } from '../../../languages/futures';
import { PageRouter } from '../../../platform/page-router';
import { changePreferences } from '../../../platform/preferences';
import type { LiveFigures } from '../futures-account';
import { FUTURES_POSITION } from '../../../test/samples/futures';
import { PositionCard } from './position-card';

const known = {
  positionId: '7',
  mark: '61000',
  unrealisedProfit: '99',
  returnRatio: '0.16',
  marginRatio: '0.1',
  liquidationPrice: '54000',
  distance: '11.47',
  level: 'safe',
};

function show(markedAt: number, judgedAt = markedAt) {
  const figures = { ...known, markedAt, judgedAt } as LiveFigures;
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PageRouter>
          <PositionCard
            position={FUTURES_POSITION}
            product={null}
            figures={figures}
            available="0"
            isOld={false}
            onAmend={() => undefined}
          />
        </PageRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return () => container.querySelector('[data-position]')?.getAttribute('data-old');
}

beforeAll(async () => {
  await speak('en');
  await speakMore(futuresWords);
  changePreferences({ language: 'en' });
});
afterEach(() => jest.useRealTimers());

it('shows a position by a mark that is not renewed as old, with the age of the mark', async () => {
  jest.useFakeTimers();
  const old = show(Date.now());
  expect([old(), screen.queryByText(/s ago/)]).toEqual([null, null]);
  act(() => jest.advanceTimersByTime(12_000));
  expect(old()).toBe('true');
  expect(screen.getByText(/^1[12] s ago$/)).toBeTruthy();
  act(() => jest.advanceTimersByTime(130_000));
  expect(screen.queryAllByText(/ago/).map(({ textContent }) => textContent)).toEqual(['2 min ago']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect((await screen.findByText('Estimated price')).closest('dl')?.getAttribute('data-old')).toBe('true');
});

it('shows a liquidation that goes by an older mark of another market as old, and its own mark as new', () => {
  jest.useFakeTimers();
  const old = show(Date.now(), Date.now() - 40_000);
  expect(old()).toBe('true');
  const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
  expect([figure('Liquidation'), figure('Mark')]).toEqual(['Liquidation54,00040 s ago', 'Mark61,000']);
});
