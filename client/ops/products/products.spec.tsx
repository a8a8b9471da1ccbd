import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductTermsView } from '../../../server/contract/operations';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ProductsPage } from './products';

beforeAll(speakDesk);

const VIEW: ProductTermsView = {
  options: [
    {
      id: '1',
      name: '*',
      seconds: 60,
      payoutPercent: '80',
      evenPayoutPercent: '300',
      evenBandPercent: '0.01',
      version: 'v1',
      minimum: '10',
      maximum: '5000',
      feePercent: null,
      enabled: true,
      proposalId: null,
    },
  ],
  spot: [],
  perpetuals: [
    {
      id: '1',
      name: 'BTC/USDT',
      version: 'v2',
      steps: [{ floor: '0', maxLeverage: 100, maintenancePercent: '0.5' }],
      stepsVersion: 's2',
      proposedSteps: null,
      announcedSteps: null,
      leverages: [1, 5, 10],
      openLotsMax: 100_000,
      lotsMax: 1000,
      feePercent: '0.05',
      enabled: true,
      proposalId: null,
    },
    {
      id: '2',
      name: 'ETH/USDT',
      version: 'v3',
      steps: [{ floor: '0', maxLeverage: 50, maintenancePercent: '1' }],
      stepsVersion: 's3',
      proposedSteps: { id: '32', from: null, steps: [{ floor: '0', maxLeverage: 40, maintenancePercent: '1.1' }] },
      announcedSteps: null,
      leverages: [1, 5],
      openLotsMax: 90_000,
      lotsMax: 900,
      feePercent: '0.05',
      enabled: false,
      proposalId: '31',
    },
  ],
  trust: [],
  currencies: ['USDT', 'BTC'],
  optionMarkets: ['BTC/USDT', 'ETH/USDT'],
};

it('are read with their units, and proposed whole with what was changed', async () => {
  const calls = answerDesk({
    products: { type: 'ok', message: VIEW },
    'products/options/1': { type: 'ok', message: { id: '9' } },
  });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  for (const text of ['80%', '5,000', 'as the market']) expect(row.getByText(text)).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const payout = row.getByLabelText('Payout of rise and fall (%)');
  await userEvent.clear(payout);
  await userEvent.type(payout, '82.5');
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  expect(await screen.findByRole('button', { name: 'Change the terms' })).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: 'products/options/1',
      body: {
        payoutPercent: '82.5',
        evenPayoutPercent: '300',
        minimum: '10',
        maximum: '5000',
        feePercent: null,
        enabled: true,
        seen: 'v1',
        reason: 'A campaign',
      },
    },
  ]);
});

it('are found by kind and name; what waits for a second person is not proposed again', async () => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('treasurer');
  showDesk(<ProductsPage />);
  await screen.findByRole('article', { name: 'Every market · 60 s' });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
  expect(screen.getAllByRole('article')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText('Market or product'), 'eth');
  const row = within(screen.getByRole('article'));
  for (const text of ['1x, 5x', '90,000', 'Other terms wait for a second person.'])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.queryByRole('button')).toBeNull();
});

it('are not proposed beyond their bounds, and the field says so', async () => {
  const calls = answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const payout = row.getByLabelText('Payout of rise and fall (%)');
  await userEvent.clear(payout);
  await userEvent.type(payout, '101');
  await userEvent.type(row.getByLabelText('Reason'), 'Too much');
  expect(row.getByText('Not possible: outside the bounds that hold for everybody')).toBeTruthy();
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', true);
  await userEvent.clear(payout);
  await userEvent.type(payout, '100');
  expect(row.queryByText('Not possible: outside the bounds that hold for everybody')).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it.each(['1 5 x', '1,000', '2.5', '5 1', '200', ''])('of leverages are read whole: %j is none', async (text) => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('settings');
  showDesk(<ProductsPage />);
  await screen.findByRole('article', { name: 'Every market · 60 s' });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
  const row = within(screen.getByRole('article', { name: 'BTC/USDT' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  const leverages = row.getByLabelText('Leverages');
  await userEvent.clear(leverages);
  if (text !== '') await userEvent.type(leverages, text);
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', true);
  await userEvent.clear(leverages);
  await userEvent.type(leverages, '1 5 100');
  expect(row.getByRole('button', { name: 'Propose the terms' })).toHaveProperty('disabled', false);
});

it('that others changed meanwhile are read again, and are what the next form has', async () => {
  let payoutPercent = '80';
  const view = () => ({ ...VIEW, options: [{ ...VIEW.options[0], payoutPercent, version: `of ${payoutPercent}` }] });
  const calls = answerDesk({
    products: () => ({ type: 'ok', message: view() }),
    'products/options/1': () => {
      payoutPercent = '70';
      return { type: 'error', code: 'operations.terms-changed', message: 'The terms were changed' };
    },
  });
  sitDown('settings');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  expect(await row.findByText('The terms were changed')).toBeTruthy();
  // What was typed stays; what stands there now is beside it.
  expect(row.getByLabelText('Reason')).toHaveProperty('value', 'A campaign');
  expect(await row.findByText('70%')).toBeTruthy();
  await userEvent.click(row.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(row.getByRole('button', { name: 'Change the terms' }));
  expect(row.getByLabelText('Payout of rise and fall (%)')).toHaveProperty('value', '70');
  await userEvent.type(row.getByLabelText('Reason'), 'A campaign');
  await userEvent.click(row.getByRole('button', { name: 'Propose the terms' }));
  await screen.findAllByText('The terms were changed');
  const posted = calls.filter(({ method }) => method === 'POST').map(({ body }) => (body as { seen: string }).seen);
  expect(posted).toEqual(['of 80', 'of 70']);
});

it('are looked at by those who may not propose', async () => {
  answerDesk({ products: { type: 'ok', message: VIEW } });
  sitDown('support');
  showDesk(<ProductsPage />);
  const row = within(await screen.findByRole('article', { name: 'Every market · 60 s' }));
  expect(row.queryByRole('button')).toBeNull();
});

describe('the maintenance table of a futures product', () => {
  async function tableOf(by: 'settings' | 'support', name = 'BTC/USDT') {
    const calls = answerDesk({
      products: { type: 'ok', message: VIEW },
      'products/tiers/1': { type: 'ok', message: { id: '9' } },
    });
    sitDown(by);
    showDesk(<ProductsPage />);
    await screen.findByRole('article', { name: 'Every market · 60 s' });
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
    return { calls, row: within(screen.getByRole('article', { name })) };
  }

  it('is proposed whole: steps are changed, added and taken away', async () => {
    const { calls, row } = await tableOf('settings');
    await userEvent.click(row.getByRole('button', { name: 'Change the maintenance table' }));
    expect(row.queryByRole('button', { name: 'Remove step 1' })).toBeNull();
    for (let count = 0; count < 2; count += 1) await userEvent.click(row.getByRole('button', { name: 'Add a step' }));
    const propose = row.getByRole('button', { name: 'Propose the table' });
    expect(propose).toHaveProperty('disabled', true);
    await userEvent.click(row.getByRole('button', { name: 'Remove step 2' }));
    const second = within(row.getByRole('group', { name: 'Step 2' }));
    await userEvent.type(second.getByLabelText('Size above'), '50000');
    await userEvent.type(second.getByLabelText('Maintenance (%)'), '1.5');
    await userEvent.type(second.getByLabelText('Highest leverage'), '20');
    await userEvent.type(row.getByLabelText('Reason'), 'Thin books');
    expect(propose).toHaveProperty('disabled', false);
    await userEvent.click(propose);
    expect(await row.findByRole('button', { name: 'Change the maintenance table' })).toBeTruthy();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: 'products/tiers/1',
        body: {
          tiers: [
            { floor: '0', maintenancePercent: '0.5', maxLeverage: 100 },
            { floor: '50000', maintenancePercent: '1.5', maxLeverage: 20 },
          ],
          seen: 's2',
          reason: 'Thin books',
        },
      },
    ]);
  });

  it.each([
    ['Size above', '5'],
    ['Maintenance (%)', '100'],
    ['Highest leverage', '9'],
    ['Highest leverage', '1.5'],
    ['Highest leverage', 'x'],
  ])('is not proposed where no table can be so, and the field says it: %s %s', async (label, text) => {
    const { row } = await tableOf('settings');
    await userEvent.click(row.getByRole('button', { name: 'Change the maintenance table' }));
    const field = within(row.getByRole('group', { name: 'Step 1' })).getByLabelText(label);
    await userEvent.clear(field);
    await userEvent.type(field, text);
    expect(row.getByText(/^Not possible: steps begin at 0/)).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(row.getByRole('button', { name: 'Propose the table' })).toHaveProperty('disabled', true);
  });

  it('is shown beside the one that waits, and is not proposed again meanwhile', async () => {
    const { row } = await tableOf('settings', 'ETH/USDT');
    const now = within(row.getByRole('table', { name: 'Maintenance table' }));
    for (const text of ['1%', '50x']) expect(now.getByText(text)).toBeTruthy();
    const waits = within(row.getByRole('table', { name: 'Another maintenance table waits for a second person' }));
    for (const text of ['1.1%', '40x']) expect(waits.getByText(text)).toBeTruthy();
    expect(row.queryByRole('button', { name: 'Change the maintenance table' })).toBeNull();
  });

  it('is shown with its day where it is announced', async () => {
    const announced = {
      id: '5',
      from: Date.UTC(2026, 11, 6),
      steps: [{ floor: '0', maxLeverage: 60, maintenancePercent: '0.9' }],
    };
    const [first] = VIEW.perpetuals;
    answerDesk({
      products: { type: 'ok', message: { ...VIEW, perpetuals: [{ ...first, announcedSteps: announced }] } },
    });
    sitDown('settings');
    showDesk(<ProductsPage />);
    await screen.findByRole('article', { name: 'Every market · 60 s' });
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'perpetual');
    const name = 'Maintenance table from December 6, 2026 on (00:00 UTC)';
    expect(within(screen.getByRole('table', { name })).getByText('0.9%')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change the maintenance table' })).toBeNull();
  });

  it('is looked at by those who may not propose', async () => {
    const { row } = await tableOf('support');
    expect(row.queryByRole('button')).toBeNull();
    expect(row.getByRole('table', { name: 'Maintenance table' })).toBeTruthy();
  });
});
