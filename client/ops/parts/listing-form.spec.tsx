import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerDesk, showDesk, sitDown, speakDesk } from '../../test/desk';
import { ListingForm } from './listing-form';

beforeAll(speakDesk);

it('asks which amount is meant where the least order may be two, and sends nothing before', async () => {
  const calls = answerDesk({ listing: { type: 'ok', message: {} } });
  sitDown('settings');
  showDesk(<ListingForm path="listing" title="Propose the listing" text="A market." onProposed={() => undefined} />);
  const least = screen.getByLabelText('Least order, in the quote');
  await userEvent.clear(least);
  await userEvent.type(least, '1,500');
  await userEvent.type(screen.getByLabelText(/Reason/), 'It is asked for.');
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Propose the listing' }));
  send();
  await screen.findAllByRole('button', { name: /^1,500|^1\.5/ });
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '1,500' }));
  send();
  await waitFor(() => expect(calls.map(({ body }) => body)).toMatchObject([{ leastOrder: '1500' }]));
});
