import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { speak, speakMore } from '../../../languages';
import { figuresWords } from '../../../languages/figures';
import * as card from './draw-card';
import { ShareSheet } from './share-sheet';

let isDemo = false;
jest.mock('../../../platform/account-type', () => ({
  ...jest.requireActual('../../../platform/account-type'),
  useIsDemo: () => isDemo,
}));
// Drawn on a canvas, which the test has not.
jest.mock('./draw-card', () => ({ drawCard: jest.fn() }));
jest.mock('../referral', () => ({
  poster: { queryKey: ['poster'], queryFn: async () => null },
  pictureOf: async () => new Blob(['x']),
  savePicture: jest.fn(),
}));
const drawCard = jest.mocked(card.drawCard);

beforeAll(async () => {
  await speak('en');
  await speakMore(figuresWords);
  URL.createObjectURL = () => 'blob:card';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => drawCard.mockReset());

async function wordsOn(): Promise<card.CardWords | undefined> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ShareSheet percent="4.5" days="1 Jan to 5 Jan" opened onClose={() => undefined} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole('img', { name: /4\.50%/ });
  return drawCard.mock.lastCall?.[1];
}

describe('the card of a result', () => {
  it('of real money has the percentage, its time, and no code that was not asked for', async () => {
    isDemo = false;
    expect(await wordsOn()).toMatchObject({ percent: '+4.50%', days: '1 Jan to 5 Jan', code: null });
  });

  it('of practice money says so, on the picture and beside it', async () => {
    isDemo = true;
    expect((await wordsOn())?.days).toBe('Demo account · 1 Jan to 5 Jan');
    expect(screen.getByRole('img', { name: /Demo account/ })).toBeTruthy();
  });
});
