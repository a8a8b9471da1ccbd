import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { ExportListName } from '../../../../server/contract/wallet/exports.dto';
import { speak, speakMore } from '../../../languages';
import { figuresWords } from '../../../languages/figures';
import { CallFailed } from '../../../platform/api';
import * as downloads from '../../../platform/download';
import * as files from '../../../platform/save-file';
import * as serverClock from '../../../platform/server-clock';
import { daysOf, problemOf } from './export-days';
import { ExportForm } from './export-form';

jest.mock('../../../platform/download', () => ({ download: jest.fn() }));
jest.mock('../../../platform/save-file', () => ({ saveFile: jest.fn() }));
jest.mock('../../../platform/server-clock', () => {
  const actual = jest.requireActual<typeof serverClock>('../../../platform/server-clock');
  return { ...actual, serverNow: jest.fn(actual.serverNow), localMoment: jest.fn(actual.localMoment) };
});
const clock = jest.mocked(serverClock);
const download = jest.mocked(downloads.download);
const saveFile = jest.mocked(files.saveFile);

beforeAll(async () => {
  await speak('en');
  await speakMore(figuresWords);
});
beforeEach(() => {
  download.mockReset();
  saveFile.mockReset();
});

function Shown() {
  const [list, setList] = useState<ExportListName>('wallet.statement');
  return (
    <MantineProvider env="test">
      <ExportForm list={list} onList={setList} />
    </MantineProvider>
  );
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('a list as a file', () => {
  it('is asked for with its days, form and zone, and handed to the browser', async () => {
    const content = new Blob(['x']);
    download.mockResolvedValue({ name: 'spot-fills.pdf', content });
    render(<Shown />);
    await userEvent.selectOptions(screen.getByLabelText('List'), 'spot.fills');
    await userEvent.click(screen.getByLabelText('Last year'));
    await userEvent.click(screen.getByLabelText('PDF'));
    await save();
    const year = new Date().getFullYear() - 1;
    expect(download).toHaveBeenCalledWith('exports/file', {
      list: 'spot.fills',
      format: 'pdf',
      from: `${year}-01-01`,
      to: `${year}-12-31`,
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      account_type: 'real_account',
    });
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith('spot-fills.pdf', content));
  });

  it('of taxes has days of UTC, as the page of them', async () => {
    download.mockResolvedValue({ name: 'tax-fifo.csv', content: new Blob(['x']) });
    const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    zone.mockReturnValue({ timeZone: 'Asia/Shanghai' } as Intl.ResolvedDateTimeFormatOptions);
    render(<Shown />);
    expect(screen.getByLabelText('Asia/Shanghai')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('List'), 'tax.fifo');
    expect(screen.queryByLabelText('Asia/Shanghai')).toBeNull();
    await save();
    zone.mockRestore();
    expect(download).toHaveBeenCalledWith('exports/file', expect.objectContaining({ list: 'tax.fifo', zone: 'UTC' }));
  });

  it('of a list with days of UTC is of the month that it is there, though another one has begun here', async () => {
    const actual = jest.requireActual<typeof serverClock>('../../../platform/server-clock');
    clock.serverNow.mockReturnValue(Date.UTC(2026, 0, 31, 20));
    clock.localMoment.mockReturnValue('2026-02-01T04:00');
    download.mockResolvedValue({ name: 'profit-days.csv', content: new Blob(['x']) });
    render(<Shown />);
    await userEvent.selectOptions(screen.getByLabelText('List'), 'profit.days');
    await save();
    clock.serverNow.mockImplementation(actual.serverNow);
    clock.localMoment.mockImplementation(actual.localMoment);
    const days = { from: '2026-01-01', to: '2026-01-31' };
    expect(download).toHaveBeenCalledWith('exports/file', expect.objectContaining({ list: 'profit.days', ...days }));
  });

  it('says why it was refused, in place, and saves nothing', async () => {
    download.mockRejectedValue(new CallFailed('refused', 'There are more than 5,000 rows', 'exports.too-many-rows'));
    render(<Shown />);
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('There are more than 5,000 rows');
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('cannot be asked for backwards', async () => {
    render(<Shown />);
    await userEvent.click(screen.getByLabelText('Own choice'));
    await userEvent.clear(screen.getByLabelText('Last day'));
    expect(screen.getByText('Please choose a day')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Last day'), '2020-01-01');
    expect(screen.getByText('The last day is before the first one')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  });
});

describe('the days of a choice', () => {
  it.each([
    ['month', '2026-03-15', '2026-03-01', '2026-03-15'],
    ['lastMonth', '2026-03-15', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['year', '2026-03-15', '2026-01-01', '2026-03-15'],
    ['lastYear', '2026-03-15', '2025-01-01', '2025-12-31'],
  ] as const)('%s seen from %s', (preset, today, from, to) => {
    expect(daysOf(preset, today)).toEqual({ from, to });
  });

  it.each([
    ['', '2026-01-01', 'choose'],
    ['2026-01-02', '2026-01-01', 'order'],
    ['2027-01-01', '2028-01-02', 'tooLong'],
    ['2028-01-01', '2028-12-31', null],
  ])('%s to %s: %s', (from, to, problem) => expect(problemOf({ from, to }, 366)).toBe(problem));
});
