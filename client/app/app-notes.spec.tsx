import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { speak, speakMore } from '../languages';
import { appWords } from '../languages/app';
import { takeUpdate, updateWaits } from '../platform/app-update';
import { isInWork } from '../platform/in-work';
import { followInstallOffer } from '../platform/install';
import { writeStored } from '../platform/stored';
import { InstallNote } from './install-note';
import { UpdateNote } from './update-note';

jest.mock('../platform/in-work', () => ({ isInWork: jest.fn() }));
jest.mock('../platform/app-update', () => ({
  ...jest.requireActual('../platform/app-update'),
  takeUpdate: jest.fn(),
}));
const inWork = jest.mocked(isInWork);

const show = (note: ReactNode) => render(<MantineProvider env="test">{note}</MantineProvider>);
const second = () => act(() => jest.advanceTimersByTimeAsync(1000));
const press = (name: string) =>
  userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(screen.getByRole('button', { name }));

beforeAll(async () => {
  await speak('en');
  await speakMore(appWords);
});
beforeEach(() => {
  jest.useFakeTimers();
  writeStored('install-offer', null);
  inWork.mockReturnValue(false);
  act(() => updateWaits.set(false));
});
afterEach(() => jest.useRealTimers());

describe('a newer version', () => {
  it('is offered once it waits, and taken with a press', async () => {
    show(<UpdateNote />);
    expect(screen.queryByRole('status')).toBeNull();
    act(() => updateWaits.set(true));
    expect(screen.getByText('A new version is ready.')).toBeTruthy();
    expect(takeUpdate).not.toHaveBeenCalled();
    await press('Update now');
    expect(takeUpdate).toHaveBeenCalledTimes(1);
  });

  it('is not spoken of while something is in work', async () => {
    inWork.mockReturnValue(true);
    act(() => updateWaits.set(true));
    show(<UpdateNote />);
    expect(screen.queryByRole('status')).toBeNull();
    inWork.mockReturnValue(false);
    await second();
    expect(screen.getByText('A new version is ready.')).toBeTruthy();
    inWork.mockReturnValue(true);
    await second();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is left alone when it was put off', async () => {
    act(() => updateWaits.set(true));
    show(<UpdateNote />);
    await press('Later');
    await second();
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('the home screen', () => {
  const prompt = jest.fn(async () => ({ outcome: 'accepted' }));
  const offer = () => act(() => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt })));
  const isOffered = () => screen.queryByText('Install the app') !== null;
  const start = () => show(<InstallNote isHome />);

  beforeAll(followInstallOffer);

  it('is offered from the second start on, on the home page, where the browser can', () => {
    start().unmount();
    offer();
    const elsewhere = show(<InstallNote isHome={false} />);
    expect(isOffered()).toBe(false);
    elsewhere.unmount();
    start();
    expect(isOffered()).toBe(true);
  });

  it('is not offered with the first start', () => {
    offer();
    start();
    expect(isOffered()).toBe(false);
  });

  it('is offered once: whoever does not want it is not asked again', async () => {
    offer();
    start().unmount();
    const again = start();
    await press('Not now');
    expect(isOffered()).toBe(false);
    again.unmount();
    start();
    expect(isOffered()).toBe(false);
    expect(prompt).not.toHaveBeenCalled();
  });

  it('is asked about by the browser when it is pressed', async () => {
    offer();
    start().unmount();
    start();
    await press('Install');
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(isOffered()).toBe(false);
  });
});
