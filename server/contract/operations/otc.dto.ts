import { IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import type { DecimalText } from '../money.js';
import { PageRequest } from '../pages.dto.js';
import { OptionalText, PlainText, WrittenText } from '../text-fields.js';
import { type MerchantState, OtcPaymentView } from '../trading/otc-market.dto.js';
import { OtcStepView } from '../trading/otc-orders.dto.js';
import { AMOUNT } from '../wallet/wallet.dto.js';
import { CaseUserView, ClaimView } from './cases.dto.js';
import { MERCHANT_FILTERS, OTC_AWARDS, type MerchantFilter, type OtcAward } from './words.js';

/** An order between users that the desk was called to. */
export class AppealCaseView {
  id: string;
  orderNumber: string;
  /** Both: seller and buyer. */
  account: string;
  buyerId: string;
  buyer: string;
  sellerId: string;
  seller: string;
  coin: string;
  quantity: DecimalText;
  fiat: string;
  amount: DecimalText;
  /** Of one coin, in the money of the payment. */
  price: DecimalText;
  way: string;
  status: 'appeal' | 'decided';
  /** 3 released, 4 appeal, 5 cancelled. */
  orderStatus: number;
  appealedBy: string;
  appealReason: string;
  appealedAt: number;
  /** By when it is to be decided. */
  decisionUntil: number;
  paidAt: number | null;
  endedAt: number | null;
  endedBy: string | null;
  /** Whether the coins were given back and are held again. */
  reopened: boolean;
  needsSecondPerson: boolean;
  /** Login of the one who decided first, and for whom, where a second one is waited for. */
  firstDecidedBy: string | null;
  firstAward: string | null;
  claim: ClaimView | null;
}

export class AppealCasePage {
  list: AppealCaseView[];
  total: number;
  page: number;
  limit: number;
}

export class AppealDetailView {
  appeal: AppealCaseView;
  /** As whom the two are verified: the payment had to come from an account in the buyer's name. */
  buyerName: string;
  sellerName: string;
  payment: OtcPaymentView;
  reference: string;
  terms: string;
  users: CaseUserView[];
  steps: OtcStepView[];
  /** Number of the last line of the room. */
  lines: number;
}

export class DecideAppealRequest {
  /** Who gets the coins: one of the two who dealt with each other, and nobody else. */
  @IsString()
  @IsIn(OTC_AWARDS)
  award: OtcAward;

  /** In words that both read. */
  @WrittenText(500)
  reason: string;
}

export class DeskLineRequest {
  /** Both sides read it. */
  @WrittenText(1000)
  text: string;
}

export class MerchantListRequest extends PageRequest {
  /** `applied` when it is not given. */
  @OptionalText(10)
  @IsIn(MERCHANT_FILTERS)
  status?: MerchantFilter;

  /** Part of a name, or the number of a user. */
  @OptionalText(40)
  search?: string;
}

export class MerchantRowView {
  id: string;
  nickname: string;
  account: string;
  /** As whom the user was verified; null: as nobody. */
  verifiedName: string | null;
  status: MerchantState;
  reason: string;
  appliedAt: number;
  decidedAt: number | null;
  /** Whether a second operator is waited for. */
  proposed: boolean;
  /** Orders that ended, and those of them that ended with the coins released. */
  orders: number;
  released: number;
  appeals: number;
}

export class MerchantPage {
  list: MerchantRowView[];
  total: number;
  page: number;
  limit: number;
}

export class OtcCoinsRequest extends PageRequest {
  /** Part of a coin's code. */
  @OptionalText(12)
  search?: string;
}

/** A coin that is, or could be, traded between users. */
export class OtcCoinRow {
  currencyId: number;
  coin: string;
  /** Decimals of its quantities here. */
  decimals: number;
  /** Of one coin in USDT; null: there is none now, and no limit can be judged. */
  price: DecimalText | null;
  /** Whether users see it; false also for one that was never offered. */
  enabled: boolean;
  /** The least quantity of an order; null: it was never offered. */
  leastQuantity: DecimalText | null;
  /** Above how many coins two operators decide an appeal; null: never. */
  secondPersonAbove: DecimalText | null;
  /** The smallest stands first. */
  sort: number;
  /** Adverts that are shown. */
  adverts: number;
  /** The change that waits for a second person; null: none. */
  proposalId: string | null;
}

export class OtcCoinPage {
  list: OtcCoinRow[];
  total: number;
  page: number;
  limit: number;
}

/** How a coin is traded between users. Orders that there are keep what held for them. */
export class ProposeOtcCoinRequest {
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  currencyId: number;

  @IsString()
  @Matches(AMOUNT)
  leastQuantity: DecimalText;

  @IsString()
  @Matches(AMOUNT)
  secondPersonAbove: DecimalText;

  @IsBoolean()
  enabled: boolean;

  @IsInt()
  @Min(0)
  @Max(9999)
  sort: number;

  @PlainText(500)
  @Matches(/\S/)
  reason: string;
}
