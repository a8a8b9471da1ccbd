import type { StatementLineView } from '../../../../server/contract/wallet/wallet.dto';
import { eventsOf } from './statement-events';

let next = 1;

function line(reason: string, reference: string, wallet: string, value: string, coin = 'USDT'): StatementLineView {
  return {
    id: `1-${next++}`,
    info: reason,
    reason,
    transaction_info: reference,
    wallet_type: wallet,
    value,
    currency_name: coin,
    created_at: '2026-11-22 10:00:00',
  } as StatementLineView;
}

describe('the events of a statement', () => {
  it('have all lines of a journal, with what they come to', () => {
    const lines = [
      line('options.settle', '7', 'micro_frozen', '-101'),
      line('options.settle', '7', 'micro', '180'),
      line('options.buy', '7', 'micro_frozen', '101'),
      line('options.buy', '7', 'micro', '-101'),
      line('wallet.transfer', '7', 'micro', '1000'),
      line('wallet.transfer', '7', 'change', '-1000'),
      line('deposits.credit', '7', 'change', '9000'),
    ];
    expect(eventsOf(lines, false).map(({ info, sums, isNeutral }) => [info, sums, isNeutral])).toEqual([
      ['options.settle', [{ code: 'USDT', net: '79', moved: '180' }], false],
      ['options.buy', [{ code: 'USDT', net: '0', moved: '101' }], true],
      ['wallet.transfer', [{ code: 'USDT', net: '0', moved: '1000' }], true],
      ['deposits.credit', [{ code: 'USDT', net: '9000', moved: '9000' }], false],
    ]);
  });

  it('say each coin by itself', () => {
    const [event] = eventsOf(
      [line('spot.fill', '3', 'change', '0.0143', 'BTC'), line('spot.fill', '3', 'change', '-997.91')],
      false,
    );
    expect(event?.sums).toEqual([
      { code: 'BTC', net: '0.0143', moved: '0.0143' },
      { code: 'USDT', net: '-997.91', moved: '0' },
    ]);
    expect(event?.isNeutral).toBe(false);
  });

  it('are neutral where only one side of a transfer or hold is shown', () => {
    const [event] = eventsOf([line('wallet.transfer', '1', 'change', '-1000')], false);
    expect(event).toMatchObject({ isNeutral: true, sums: [{ net: '-1000' }] });
  });

  it('wait for lines that are not read yet', () => {
    const lines = [line('deposits.credit', '2', 'change', '5'), line('wallet.transfer', '9', 'micro', '1000')];
    expect(eventsOf(lines, true).map(({ info }) => info)).toEqual(['deposits.credit']);
    expect(eventsOf(lines, false)).toHaveLength(2);
    expect(eventsOf(lines.slice(0, 1), true)).toHaveLength(1);
    expect(eventsOf([], true)).toEqual([]);
  });

  it('of the same thing stay apart', () => {
    const lines = [line('futures.reduce', '4:2', 'lever', '5'), line('futures.reduce', '4:3', 'lever', '6')];
    expect(eventsOf(lines, false)).toHaveLength(2);
  });
});
