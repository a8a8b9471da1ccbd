import type {
  BalanceFields,
  DepositFields,
  EventEntity,
  FillFields,
  HelpChatFields,
  IeoFields,
  LimitsFields,
  LiquidationFields,
  MarginLevelFields,
  NoticeFields,
  OptionOpenedFields,
  OptionSettledFields,
  OptionVoidedFields,
  OrderFields,
  OtcLineFields,
  OtcOrderFields,
  PositionFields,
  ReferralFields,
  SessionRevokedFields,
  SubscriptionFields,
  TransferFields,
  TrustFields,
  VerificationFields,
  WithdrawalFields,
} from './event-fields.dto.js';

/** What each kind of event says. */
export interface AccountEventFields {
  balance: BalanceFields;
  deposit: DepositFields;
  withdrawal: WithdrawalFields;
  transfer: TransferFields;
  kyc: VerificationFields;
  'session.revoked': SessionRevokedFields;
  order: OrderFields;
  fill: FillFields;
  position: PositionFields;
  'option.opened': OptionOpenedFields;
  'option.settled': OptionSettledFields;
  'option.voided': OptionVoidedFields;
  /** Seven tenths of what would end it are used up. Entity `margin:{positionId}`, `margin:0` for a cross account. */
  'margin.warning': MarginLevelFields;
  /** Nine tenths. */
  'margin.critical': MarginLevelFields;
  liquidation: LiquidationFields;
  trust: TrustFields;
  subscription: SubscriptionFields;
  c2c: OtcOrderFields;
  'c2c.line': OtcLineFields;
  ieo: IeoFields;
  referral: ReferralFields;
  help: HelpChatFields;
  notice: NoticeFields;
  limits: LimitsFields;
}

export type AccountEventKind = keyof AccountEventFields;

export const ACCOUNT_EVENT_KINDS = [
  'balance',
  'deposit',
  'withdrawal',
  'transfer',
  'kyc',
  'session.revoked',
  'order',
  'fill',
  'position',
  'option.opened',
  'option.settled',
  'option.voided',
  'margin.warning',
  'margin.critical',
  'liquidation',
  'trust',
  'subscription',
  'c2c',
  'c2c.line',
  'ieo',
  'referral',
  'help',
  'notice',
  'limits',
] as const satisfies readonly AccountEventKind[];

export type AccountEventPayload<Kind extends AccountEventKind> = EventEntity & AccountEventFields[Kind];

/** One event as it travels. */
export type AccountEvent<Kind extends AccountEventKind = AccountEventKind> = {
  [Each in Kind]: {
    /** Its number in the user's stream: 1, 2, 3, … without a gap. */
    sequence: number;
    kind: Each;
    /** Unix milliseconds. */
    at: number;
    payload: AccountEventPayload<Each>;
  };
}[Kind];

/** The snapshot of `account.events`: a place, no state. State comes over HTTP and names the same sequence. */
export class AccountEventsPlace {
  /** Number of the last event; 0 before the first. */
  sequence: number;
  /** Number of the first event that can still be sent again. */
  since: number;
}
