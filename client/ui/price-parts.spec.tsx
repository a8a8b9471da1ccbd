import { render, screen } from '@testing-library/react';
import { speak } from '../languages';
import { AgeBadge } from './age-badge';
import { ChangePill } from './change-pill';
import { Ladder } from './ladder';
import { PriceText } from './price-text';
import { sparkPath } from './sparkline';

beforeAll(() => speak('en'));

describe('AgeBadge', () => {
  it.each([
    [{ kind: 'live' }, 'live', 'Live'],
    [{ kind: 'delayed', seconds: 6 }, 'live', 'Delayed 6 s'],
    [{ kind: 'frozen' }, 'live', 'Frozen'],
    [{ kind: 'halted' }, 'live', 'Halted'],
    [{ kind: 'closed', opensAt: null }, 'live', 'Closed'],
    [{ kind: 'none' }, 'live', 'No price'],
    [{ kind: 'live' }, 'simulated', 'LiveSimulated'],
    [{ kind: 'delayed', seconds: 9 }, 'recorded', 'Delayed 9 sRecorded'],
  ] as const)('%j of a %s price says "%s"', (age, origin, words) => {
    const { container } = render(<AgeBadge age={age} origin={origin} />);
    expect(container.textContent).toBe(words);
  });

  it('labels simulated prices in lists too, and keeps the word of the dot for screen readers', () => {
    const { container } = render(<AgeBadge age={{ kind: 'live' }} origin="simulated" compact />);
    expect(container.textContent).toBe('LiveSim');
  });
});

describe('figures', () => {
  it('shows a change with its sign and its direction', () => {
    render(<ChangePill change="-4.57" />);
    expect(screen.getByText('-4.57%').dataset.direction).toBe('down');
  });

  it('shows an unknown price as unknown', () => {
    const { container } = render(<PriceText value={null} decimals={2} />);
    expect(container.textContent).toBe('—');
  });

  it('cuts a price and never rounds it', () => {
    render(<PriceText value="0.999999" decimals={2} />);
    expect(screen.getByText('0.99')).toBeTruthy();
  });
});

describe('the ladder', () => {
  it('keeps its rows while there are fewer levels, best first on both sides', () => {
    render(
      <Ladder
        bids={[
          ['99.5', '1'],
          ['99', '3'],
        ]}
        asks={[['100.5', '2']]}
        levels={5}
        base="BTC"
        quote="USDT"
        priceDecimals={1}
      />,
    );
    const [bids, asks] = screen.getAllByRole('table');
    expect(bids?.querySelectorAll('tr')).toHaveLength(5);
    expect(asks?.querySelectorAll('tr')).toHaveLength(5);
    expect(bids?.querySelector('tr')?.textContent).toContain('99.5');
    expect(asks?.querySelector('tr')?.textContent).toContain('100.5');
  });
});

describe('the small line', () => {
  it.each([
    [[], ''],
    [[1], ''],
    [[Number.NaN, 1], ''],
    [[1, 2], 'M1.0 18.0L9.0 2.0'],
    [[5, 5], 'M1.0 10.0L9.0 10.0'],
  ])('%j is "%s"', (values, path) => {
    expect(sparkPath(values, 10, 20)).toBe(path);
  });
});
