import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { speak } from '../../../languages';
import type { Market } from './market';
import { TradedElsewhere } from './traded-elsewhere';

const open = (offered: Pick<Market, 'spot' | 'perpetual' | 'option'>) =>
  render(
    <MantineProvider>
      <MemoryRouter>
        <TradedElsewhere market={{ symbol: 'AAPL/USD', ...offered } as Market} text="There is no spot trading" />
      </MemoryRouter>
    </MantineProvider>,
  );
const ways = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('a market that is not traded here', () => {
  beforeAll(() => speak('en'));

  it('leads to where it is traded', () => {
    open({ spot: false, perpetual: true, option: true });
    expect(screen.getByText('There is no spot trading')).toBeTruthy();
    expect(ways()).toEqual([
      ['Contracts', '/pages/contract/index?symbol=AAPL%2FUSD'],
      ['Options', '/pages/option/index?symbol=AAPL%2FUSD'],
    ]);
  });

  it('leads nowhere where nothing is offered', () => {
    open({ spot: false, perpetual: false, option: false });
    expect(ways()).toEqual([]);
  });
});
