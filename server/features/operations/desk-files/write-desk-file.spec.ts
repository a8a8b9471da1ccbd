import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { DESK_FILE_ROWS_MAX } from '../../../contract/operations/words.js';
import type { AuditLog } from '../audit/index.js';
import { WriteDeskFile } from './write-desk-file.js';

const ASKED = {
  actor: { operatorId: '7', sessionId: '1', roles: ['auditor'], address: '127.0.0.1', request: 'r1' },
  language: 'en',
  zone: 'Asia/Kolkata',
} as const;

let lines: { action: string; detail?: unknown }[];
let writeDeskFile: WriteDeskFile;

beforeEach(() => {
  lines = [];
  const log = { recordLook: async (_actor: unknown, line: { action: string }) => void lines.push(line) };
  writeDeskFile = new WriteDeskFile(log as unknown as AuditLog, { now: () => Date.UTC(2026, 0, 5, 12) } as never);
});

/** A list of so many rows, the newest first; `gone` are there no more when they are read. */
function listOf(count: number, gone: readonly string[] = []) {
  const asked: number[] = [];
  const ids = Array.from({ length: count }, (_, place) => String(count - place));
  return {
    asked,
    list: {
      name: 'deposits' as const,
      columns: { number: 'text', amount: 'amount', note: 'text', time: 'instant' } as const,
      filter: { status: 'review' },
      ids: async (limit: number) => ids.slice(0, limit),
      rows: async (wanted: readonly string[]) => {
        asked.push(wanted.length);
        // In an order of its own.
        return [...wanted].reverse().flatMap((id) => (gone.includes(id) ? [] : [{ id }]));
      },
      cells: ({ id }: { id: string }) => ({
        number: id,
        amount: '0.100000000000000001',
        note: '=1+1',
        time: new Date(Date.UTC(2026, 0, 5)),
      }),
    },
  };
}

describe('a file of the desk', () => {
  it('has every row once, in the order of the list, read page by page', async () => {
    const { list, asked } = listOf(1203, ['700']);
    const { name, stream } = await writeDeskFile.execute(ASKED, list);
    const written = await text(stream);
    const rows = parse(written, { bom: true }) as string[][];
    expect(rows.shift()).toEqual(['Number', 'Amount', 'Note', 'Time (UTC)', 'Time (Asia/Kolkata)']);
    expect(rows.map(([number]) => number)).toEqual(
      Array.from({ length: 1203 }, (_, place) => String(1203 - place)).filter((id) => id !== '700'),
    );
    expect(rows[0]).toEqual([
      '1203',
      '0.100000000000000001',
      "'=1+1",
      '2026-01-05T00:00:00.000Z',
      '2026-01-05 05:30:00 +05:30',
    ]);
    expect(asked).toEqual([500, 500, 203]);
    expect(name).toBe('deposits_2026-01-05.csv');
  });

  it('is on record with its filter and its rows before one of them is read', async () => {
    const { list, asked } = listOf(3);
    const { stream } = await writeDeskFile.execute(ASKED, list);
    expect([lines, asked]).toEqual([
      [{ action: 'export.deposits', subject: 'export', detail: { filter: { status: 'review' }, rows: 3 } }],
      [],
    ]);
    stream.destroy();
  });

  it.each([
    [DESK_FILE_ROWS_MAX, null],
    [DESK_FILE_ROWS_MAX + 1, 'operations.too-many-rows'],
  ])('of %d rows: %s', async (rows, refused) => {
    const opened = writeDeskFile.execute(ASKED, listOf(rows).list);
    const outcome = await opened.then(
      ({ stream }) => void stream.destroy(),
      ({ code }: { code: string }) => code,
    );
    expect([outcome ?? null, lines.length]).toEqual([refused, refused === null ? 1 : 0]);
  });

  it('is one at a time for an operator, and gives its place back however it ends', async () => {
    const { stream } = await writeDeskFile.execute(ASKED, listOf(3).list);
    await expect(writeDeskFile.execute(ASKED, listOf(3).list)).rejects.toMatchObject({ code: 'exports.one-at-a-time' });
    await text(stream);
    await expect(writeDeskFile.execute(ASKED, listOf(DESK_FILE_ROWS_MAX + 1).list)).rejects.toThrow();
    (await writeDeskFile.execute(ASKED, listOf(3).list)).stream.destroy();
  });

  it('names the zone in one way, however it was spelled', async () => {
    const { stream } = await writeDeskFile.execute({ ...ASKED, zone: 'aSiA/kOlKaTa' }, listOf(1).list);
    expect(await text(stream)).toContain('Time (Asia/Kolkata)');
  });

  it.each(['', 'Mars/Olympus', '../../etc/passwd'])('is refused in the zone %j', async (zone) => {
    await expect(writeDeskFile.execute({ ...ASKED, zone }, listOf(1).list)).rejects.toMatchObject({
      code: 'request.invalid',
    });
    expect(lines).toEqual([]);
  });
});
