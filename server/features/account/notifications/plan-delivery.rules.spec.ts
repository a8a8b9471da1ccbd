import { DEFAULT_CHOICE, type NotificationChoice } from './notification-choice.js';
import { groupOf } from './notice-group.rules.js';
import { planDeliveries } from './plan-delivery.rules.js';

const NIGHT = { from: 22 * 60, until: 7 * 60, zone: 'UTC' };
const MIDNIGHT = new Date('2026-01-11T00:00:00Z');
const SEVEN = new Date('2026-01-11T07:00:00Z');

function planned(kind: string, choice: Partial<NotificationChoice> = {}, more: object = {}) {
  const notice = {
    id: '5',
    userId: '7',
    kind,
    at: MIDNIGHT,
    hasMail: true,
    isDisabled: false,
    choice: { ...DEFAULT_CHOICE, ...choice },
    ...more,
  };
  return planDeliveries(notice, ['31', '32'], MIDNIGHT).map(({ subscriptionId, dueAt, isHeld }) => [
    subscriptionId ?? 'mail',
    isHeld ? 'held' : 'now',
    dueAt.toISOString().slice(11, 16),
  ]);
}
const NOW = ['now', '00:00'];
const AT_SEVEN = ['held', '07:00'];

describe('where nothing was chosen', () => {
  it.each([
    [
      'deposit-credited',
      [
        ['31', ...NOW],
        ['32', ...NOW],
        ['mail', ...NOW],
      ],
    ],
    [
      'liquidated',
      [
        ['31', ...NOW],
        ['32', ...NOW],
        ['mail', ...NOW],
      ],
    ],
    [
      'order-bought',
      [
        ['31', ...NOW],
        ['32', ...NOW],
      ],
    ],
    // What changes the security of an account mails that itself.
    [
      'password-changed',
      [
        ['31', ...NOW],
        ['32', ...NOW],
      ],
    ],
    ['announcement', []],
    ['of a later version', []],
  ])('%s', (kind, expected) => {
    expect(planned(kind)).toEqual(expected);
  });
});

describe('what was chosen', () => {
  it.each([
    ['a group by no way', { push: [], mail: [] }, []],
    ['by mail alone', { push: [], mail: ['stops'] }, [['mail', ...NOW]]],
    [
      'by devices alone',
      { push: ['stops'], mail: [] },
      [
        ['31', ...NOW],
        ['32', ...NOW],
      ],
    ],
    ['another group', { push: ['warnings'], mail: ['warnings'] }, []],
  ] as const)('%s', (_what, choice, expected) => {
    expect(planned('stop-loss', choice)).toEqual(expected);
  });

  it('the security of an account is never mailed twice, whatever was chosen', () => {
    expect(planned('new-device', { push: [], mail: ['security'] })).toEqual([]);
  });

  it('whoever has no mail, or is disabled', () => {
    expect(planned('deposit-credited', {}, { hasMail: false })).toEqual([
      ['31', ...NOW],
      ['32', ...NOW],
    ]);
    expect(planned('deposit-credited', {}, { isDisabled: true })).toEqual([]);
  });
});

describe('in quiet hours', () => {
  it.each([
    [
      'waits for their end',
      'deposit-credited',
      {},
      [
        ['31', ...AT_SEVEN],
        ['32', ...AT_SEVEN],
        ['mail', ...AT_SEVEN],
      ],
    ],
    [
      'a liquidation does not',
      'liquidated',
      {},
      [
        ['31', ...NOW],
        ['32', ...NOW],
        ['mail', ...NOW],
      ],
    ],
    [
      'nor a stranger',
      'new-device',
      {},
      [
        ['31', ...NOW],
        ['32', ...NOW],
      ],
    ],
    [
      'unless nothing may',
      'new-device',
      { urgentThrough: false },
      [
        ['31', ...AT_SEVEN],
        ['32', ...AT_SEVEN],
      ],
    ],
    // Worth half an hour: of no use at seven.
    ['a warning that may not come is not told later', 'margin-warning', { urgentThrough: false }, []],
    // Two hours.
    ['nor a step of an order between users', 'otc-paid', {}, []],
  ] as const)('%s', (_what, kind, choice, expected) => {
    expect(planned(kind, { quiet: NIGHT, ...choice })).toEqual(expected);
  });
});

it('nothing is told that is worth nothing any more', () => {
  const at = (hours: number) => ({ at: new Date(MIDNIGHT.getTime() - hours * 3_600_000) });
  expect(planned('liquidated', {}, at(11)).length).toBe(3);
  expect(planned('liquidated', {}, at(12))).toEqual([]);
  expect(planned('deposit-credited', {}, at(47)).length).toBe(3);
  expect(planned('deposit-credited', {}, at(48))).toEqual([]);
  expect(planned('margin-critical', {}, at(0.5))).toEqual([]);
});

it('a day that begins at seven ends what was held at seven', () => {
  expect(
    planDeliveries(
      {
        id: '1',
        userId: '2',
        kind: 'identity-verified',
        at: MIDNIGHT,
        hasMail: false,
        isDisabled: false,
        choice: { ...DEFAULT_CHOICE, quiet: NIGHT },
      },
      ['9'],
      MIDNIGHT,
    ),
  ).toEqual([
    {
      noticeId: '1',
      userId: '2',
      group: 'decisions',
      subscriptionId: '9',
      isHeld: true,
      dueAt: SEVEN,
      expiresAt: new Date('2026-01-13T00:00:00Z'),
    },
  ]);
});

it.each([
  ['liquidated', 'liquidations'],
  ['margin-warning', 'warnings'],
  ['margin-critical-account', 'warnings'],
  ['deposit-credited', 'credits'],
  ['withdrawal-paid', 'withdrawals'],
  ['exit-void', 'stops'],
  ['order-expired', 'orders'],
  ['merchant-refused', 'decisions'],
])('%s can be chosen as one of the %s', (kind, group) => {
  expect(groupOf(kind)).toBe(group);
});

it('a kind that is unknown is in no group', () => {
  expect(groupOf('toString')).toBeNull();
});
