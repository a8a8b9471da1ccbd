import { BooksCheckedByWorkers1763895000000 } from './1763895000000-books-checked-by-workers.js';
import { UnpaidOrders1763896000000 } from './1763896000000-unpaid-orders.js';
import { TotpProposals1763896100000 } from './1763896100000-totp-proposals.js';
import { DeskSearches1763896100001 } from './1763896100001-desk-searches.js';
import { BoundedReads1763896300000 } from './1763896300000-bounded-reads.js';
import { GuardedDeposits1763896400000 } from './1763896400000-guarded-deposits.js';
import { SettledDeposits1763896410000 } from './1763896410000-settled-deposits.js';
import { SettledOnce1763896410001 } from './1763896410001-settled-once.js';
import { BankReferences1763896500000 } from './1763896500000-bank-references.js';
import { ExpiringStops1763896600011 } from './1763896600011-expiring-stops.js';
import { UrgentMessages1763896600100 } from './1763896600100-urgent-messages.js';
import { UrgentMessagesHold1763896600101 } from './1763896600101-urgent-messages-hold.js';
import { AwardsAlone1763897100001 } from './1763897100001-awards-alone.js';
import { AwardsOfOperators1763897100002 } from './1763897100002-awards-of-operators.js';
import { HaltsOfHalf1763897100003 } from './1763897100003-halts-of-half.js';
import { LapsedProposals1763897100004 } from './1763897100004-lapsed-proposals.js';
import { LapsedProposalsHold1763897100005 } from './1763897100005-lapsed-proposals-hold.js';
import { AwardsAndHaltsHold1763897100006 } from './1763897100006-awards-and-halts-hold.js';
import { HaltsByTheirTrigger1763897100007 } from './1763897100007-halts-by-their-trigger.js';
import { AccountErasures1763890300000 } from './1763890300000-account-erasures.js';
import { AccountErasuresHold1763890300001 } from './1763890300001-account-erasures-hold.js';
import { Markets1763600000001 } from './1763600000001-markets.js';
import { Account1763610000001 } from './1763610000001-account.js';
import { Ledger1763620000001 } from './1763620000001-ledger.js';
import { Idempotency1763622000001 } from './1763622000001-idempotency.js';
import { Outbox1763625000001 } from './1763625000001-outbox.js';
import { Verification1763630000001 } from './1763630000001-verification.js';
import { Wallet1763640000001 } from './1763640000001-wallet.js';
import { Deposits1763641000001 } from './1763641000001-deposits.js';
import { Withdrawals1763642000001 } from './1763642000001-withdrawals.js';
import { Tape1763645000001 } from './1763645000001-tape.js';
import { Demo1763646000001 } from './1763646000001-demo.js';
import { Operations1763650000001 } from './1763650000001-operations.js';
import { Audit1763651000001 } from './1763651000001-audit.js';
import { Spot1763660000001 } from './1763660000001-spot.js';
import { Options1763670000001 } from './1763670000001-options.js';
import { Futures1763680000001 } from './1763680000001-futures.js';
import { Liquidation1763685000001 } from './1763685000001-liquidation.js';
import { Funding1763686000001 } from './1763686000001-funding.js';
import { Trust1763690000001 } from './1763690000001-trust.js';
import { LosingAccounts1763704000001 } from './1763704000001-losing-accounts.js';
import { StoredFunctions1763705000000 } from './1763705000000-stored-functions.js';
import { PremiumOrigin1763706000000 } from './1763706000000-premium-origin.js';
import { FreshProofs1763710000000 } from './1763710000000-fresh-proofs.js';
import { BooksApart1763711000000 } from './1763711000000-books-apart.js';
import { OneLiquidationPlan1763712000000 } from './1763712000000-one-liquidation-plan.js';
import { WholeDaysOfInterest1763714000000 } from './1763714000000-whole-days-of-interest.js';
import { RecordedSettlements1763714100000 } from './1763714100000-recorded-settlements.js';
import { VoidFunding1763716000000 } from './1763716000000-void-funding.js';
import { ThreeVenues1763718000000 } from './1763718000000-three-venues.js';
import { MarketFundingRate1763719000000 } from './1763719000000-market-funding-rate.js';
import { AdjustmentCaps1763720000000 } from './1763720000000-adjustment-caps.js';
import { OperatorChanges1763730000000 } from './1763730000000-operator-changes.js';
import { CreditsByWord1763731000000 } from './1763731000000-credits-by-word.js';
import { OperatorProposals1763733000000 } from './1763733000000-operator-proposals.js';
import { OperatorEnrolment1763734000000 } from './1763734000000-operator-enrolment.js';
import { TakenDepth1763735000000 } from './1763735000000-taken-depth.js';
import { CreditedAlone1763736000000 } from './1763736000000-credited-alone.js';
import { AnnouncedActs1763737000000 } from './1763737000000-announced-acts.js';
import { BooksInSlices1763740000000 } from './1763740000000-books-in-slices.js';
import { SecurityIncidents1763760000000 } from './1763760000000-security-incidents.js';
import { DatabaseRoles1763765000000 } from './1763765000000-database-roles.js';
import { BooksChains1763775000000 } from './1763775000000-books-chains.js';
import { PerpetualInstruments1763780000000 } from './1763780000000-perpetual-instruments.js';
import { Passkeys1763790000000 } from './1763790000000-passkeys.js';
import { DayCaps1763795000000 } from './1763795000000-day-caps.js';
import { News1763797000000 } from './1763797000000-news.js';
import { CoinListing1763800000000 } from './1763800000000-coin-listing.js';
import { Subscription1763801000000 } from './1763801000000-subscription.js';
import { Otc1763820000000 } from './1763820000000-otc.js';
import { Ieo1763810000000 } from './1763810000000-ieo.js';
import { Referral1763830000000 } from './1763830000000-referral.js';
import { RequiredReadings1763840000000 } from './1763840000000-required-readings.js';
import { HelpChat1763840100000 } from './1763840100000-help-chat.js';
import { OperatorPasskeys1763850000000 } from './1763850000000-operator-passkeys.js';
import { WitnessedAudit1763851000000 } from './1763851000000-witnessed-audit.js';
import { AllotmentKeys1763852000000 } from './1763852000000-allotment-keys.js';
import { OtcPaymentDeadlines1763853000000 } from './1763853000000-otc-payment-deadlines.js';
import { SalesListedByTwo1763854000000 } from './1763854000000-sales-listed-by-two.js';
import { CashBetweenUsers1763855000000 } from './1763855000000-cash-between-users.js';
import { CoinLogos1763861000000 } from './1763861000000-coin-logos.js';
import { ExchangeRates1763862000000 } from './1763862000000-exchange-rates.js';
import { PaymentDetails1763863000000 } from './1763863000000-payment-details.js';
import { TrustPaidFrom1763865000000 } from './1763865000000-trust-paid-from.js';
import { DocumentsWithoutCountry1763864000000 } from './1763864000000-documents-without-country.js';
import { Hashes1763866000000 } from './1763866000000-hashes.js';
import { DisabledInviters1763867000000 } from './1763867000000-disabled-inviters.js';
import { PicturesOfEndedOrders1763868000000 } from './1763868000000-pictures-of-ended-orders.js';
import { EventCentre1763877000000 } from './1763877000000-event-centre.js';
import { DisabledAndAgreed1763867010000 } from './1763867010000-disabled-and-agreed.js';
import { SessionCuts1763885000000 } from './1763885000000-session-cuts.js';
import { InsuranceCaps1763886000000 } from './1763886000000-insurance-caps.js';
import { OptionExposure1763889000000 } from './1763889000000-option-exposure.js';
import { WatchedBooks1763889010000 } from './1763889010000-watched-books.js';
import { FeedSignOfLife1763890010000 } from './1763890010000-feed-sign-of-life.js';
import { ProfitDays1763890060000 } from './1763890060000-profit-days.js';
import { TimeInForce1763890030000 } from './1763890030000-time-in-force.js';
import { SpotAmendments1763890031000 } from './1763890031000-spot-amendments.js';
import { SpotStops1763890040000 } from './1763890040000-spot-stops.js';
import { SpotPairs1763890041000 } from './1763890041000-spot-pairs.js';
import { SpotExits1763890042000 } from './1763890042000-spot-exits.js';
import { TrailingStops1763890043000 } from './1763890043000-trailing-stops.js';
import { SpotReasons1763890044000 } from './1763890044000-spot-reasons.js';
import { OutgoingMessages1763890045000 } from './1763890045000-outgoing-messages.js';
import { ApiKeys1763890050000 } from './1763890050000-api-keys.js';
import { OwnLimits1763890070000 } from './1763890070000-own-limits.js';
import { WithdrawalMaximums1763887000000 } from './1763887000000-withdrawal-maximums.js';
import { SealedEvents1763888100000 } from './1763888100000-sealed-events.js';
import { PaymentOwners1763859000000 } from './1763859000000-payment-owners.js';
import { Notifications1763888200000 } from './1763888200000-notifications.js';
import { UnusedFunction1763890020000 } from './1763890020000-unused-function.js';
import { PriceAlerts1763890000000 } from './1763890000000-price-alerts.js';
import { DataExports1763890120000 } from './1763890120000-data-exports.js';
import { CountryRules1763890110000 } from './1763890110000-country-rules.js';
import { ProposalsOfCountries1763890110001 } from './1763890110001-proposals-of-countries.js';
import { Preferences1763890090000 } from './1763890090000-preferences.js';
import { ClosingOrders1763890150000 } from './1763890150000-closing-orders.js';
import { StopDates1763890130000 } from './1763890130000-stop-dates.js';
import { StopDatesHold1763890130001 } from './1763890130001-stop-dates-hold.js';
import { Complaints1763890160000 } from './1763890160000-complaints.js';
import { TracedEvents1763890180000 } from './1763890180000-traced-events.js';
import { ServiceStatus1763890400000 } from './1763890400000-service-status.js';
import { ExitsTakenBack1763890410000 } from './1763890410000-exits-taken-back.js';
import { ExitsTakenBackHold1763890410001 } from './1763890410001-exits-taken-back-hold.js';
import { PricesOfClosings1763890420000 } from './1763890420000-prices-of-closings.js';
import { LinesByTheirUsers1763890430000 } from './1763890430000-lines-by-their-users.js';
import { FilesThatAreTooLarge1763890440000 } from './1763890440000-files-that-are-too-large.js';
import { FilesThatAreTooLargeHold1763890440001 } from './1763890440001-files-that-are-too-large-hold.js';
import { SubAccounts1763890500000 } from './1763890500000-sub-accounts.js';
import { SubAccountsHold1763890500001 } from './1763890500001-sub-accounts-hold.js';
import { DaysOfEvents1763890700000 } from './1763890700000-days-of-events.js';
import { DaysOfEventsHold1763890700001 } from './1763890700001-days-of-events-hold.js';
import { TradeResults1763890700010 } from './1763890700010-trade-results.js';
import { EndedTrades1763890700011 } from './1763890700011-ended-trades.js';
import { ProductTerms1763890800000 } from './1763890800000-product-terms.js';
import { ProductTermsHold1763890800001 } from './1763890800001-product-terms-hold.js';
import { MaintenanceChanges1763894400000 } from './1763894400000-maintenance-changes.js';
import { MaintenanceChangesHold1763894400001 } from './1763894400001-maintenance-changes-hold.js';
import { NewProducts1763894500000 } from './1763894500000-new-products.js';
import { NewProductsHold1763894500001 } from './1763894500001-new-products-hold.js';
import { ClosingAmendments1763894700000 } from './1763894700000-closing-amendments.js';
import { StopAmendments1763894840000 } from './1763894840000-stop-amendments.js';
import { ClosingOrderAmendments1763894900000 } from './1763894900000-closing-order-amendments.js';
import { ClosedParts1763894900010 } from './1763894900010-closed-parts.js';
import { DecidedRates1763894920000 } from './1763894920000-decided-rates.js';
import { WritersOfMoney1763894920001 } from './1763894920001-writers-of-money.js';
import { FeedsOfRealMoney1763894930000 } from './1763894930000-feeds-of-real-money.js';
import { PlainlyProven1763894940000 } from './1763894940000-plainly-proven.js';
import { UrgentMessagesDue1763896600102 } from './1763896600102-urgent-messages-due.js';
import { MessagesDueAlone1763896600103 } from './1763896600103-messages-due-alone.js';
import { PaymentsAtTheirWorth1763896600120 } from './1763896600120-payments-at-their-worth.js';
import { RestsGivenUp1763896600121 } from './1763896600121-rests-given-up.js';
import { StoredFunctionTerms1763896700000 } from './1763896700000-stored-function-terms.js';
import { TriggerTerms1763896700001 } from './1763896700001-trigger-terms.js';
import { Layouts1763896700050 } from './1763896700050-layouts.js';
import { LayoutsHold1763896700051 } from './1763896700051-layouts-hold.js';
import { BooksArchive1763897000001 } from './1763897000001-books-archive.js';
import { AgreedOffers1763897300001 } from './1763897300001-agreed-offers.js';
import { AgreedTerms1763897300002 } from './1763897300002-agreed-terms.js';
import { ChainDecimals1763897400000 } from './1763897400000-chain-decimals.js';
import { FundPasswordsPlainlyProven1763897400001 } from './1763897400001-fund-passwords-plainly-proven.js';
import { VerificationFoldPlace1763897400002 } from './1763897400002-verification-fold-place.js';
import { WrittenOnceTerms1763897500000 } from './1763897500000-written-once-terms.js';
import { BooksGuardTerms1763897500001 } from './1763897500001-books-guard-terms.js';
import { EventsByDay1763890700002 } from './1763890700002-events-by-day.js';
import { SingleVenues1763897500010 } from './1763897500010-single-venues.js';
import { CommodityPerpetuals1763897500011 } from './1763897500011-commodity-perpetuals.js';
import { FundingOfOpenTime1763898230000 } from './1763898230000-funding-of-open-time.js';
import { StampedInstants1763898100001 } from './1763898100001-stamped-instants.js';
import { ProposalsBySubject1763898210000 } from './1763898210000-proposals-by-subject.js';
import { AgreedCredits1763898210001 } from './1763898210001-agreed-credits.js';
import { InsuranceCapsKept1763898240000 } from './1763898240000-insurance-caps-kept.js';
import { BnbAtOkx1763898240001 } from './1763898240001-bnb-at-okx.js';
import { RetainedRecords1763898250000 } from './1763898250000-retained-records.js';
import { NamesOfWhatIsRetained1763898250001 } from './1763898250001-names-of-what-is-retained.js';
import { OrdersByAdvert1763898260000 } from './1763898260000-orders-by-advert.js';
import { UnseenContractStops1763898261000 } from './1763898261000-unseen-contract-stops.js';
import { TapePaths1763898262000 } from './1763898262000-tape-paths.js';
import { PathsOfWhatIsTaped1763898262001 } from './1763898262001-paths-of-what-is-taped.js';
import { AgreedListings1763898264000 } from './1763898264000-agreed-listings.js';
import { PremiumsAsTheyAreSeen1763898264200 } from './1763898264200-premiums-as-they-are-seen.js';
import { ReportsOfDeleveraging1763898265000 } from './1763898265000-reports-of-deleveraging.js';
import { WithdrawalsBeingSent1763898266000 } from './1763898266000-withdrawals-being-sent.js';
import { WithdrawalsBeingSentHold1763898266001 } from './1763898266001-withdrawals-being-sent-hold.js';
import { OutputsOfTransactions1763898266010 } from './1763898266010-outputs-of-transactions.js';
import { BankReferencesFolded1763898266020 } from './1763898266020-bank-references-folded.js';
import { FormerNames1763898268000 } from './1763898268000-former-names.js';
import { DrawsByPrices1763898269000 } from './1763898269000-draws-by-prices.js';
import { OpenSalesByPrices1763898269001 } from './1763898269001-open-sales-by-prices.js';
import { StreamsHeld1763898272000 } from './1763898272000-streams-held.js';
import { ZonesByName1763898273000 } from './1763898273000-zones-by-name.js';
import { ExitAmendments1763898274000 } from './1763898274000-exit-amendments.js';
import { DecidedByTwo1763898275000 } from './1763898275000-decided-by-two.js';
import { DecidedByTwoHold1763898275001 } from './1763898275001-decided-by-two-hold.js';
import { EndsOfSalesWaitOnce1763898275002 } from './1763898275002-ends-of-sales-wait-once.js';

/** What every feature began with: the migrations up to version 0.1.0, folded into one for each feature. */
export const BASELINE = [
  Markets1763600000001,
  Account1763610000001,
  Ledger1763620000001,
  Idempotency1763622000001,
  Outbox1763625000001,
  Verification1763630000001,
  Wallet1763640000001,
  Deposits1763641000001,
  Withdrawals1763642000001,
  Tape1763645000001,
  Demo1763646000001,
  Operations1763650000001,
  Audit1763651000001,
  Spot1763660000001,
  Options1763670000001,
  Futures1763680000001,
  Liquidation1763685000001,
  Funding1763686000001,
  Trust1763690000001,
  LosingAccounts1763704000001,
];

/** Every migration, in order. Forward only. */
export const MIGRATIONS = [
  ...BASELINE,
  StoredFunctions1763705000000,
  PremiumOrigin1763706000000,
  FreshProofs1763710000000,
  BooksApart1763711000000,
  OneLiquidationPlan1763712000000,
  WholeDaysOfInterest1763714000000,
  RecordedSettlements1763714100000,
  VoidFunding1763716000000,
  ThreeVenues1763718000000,
  MarketFundingRate1763719000000,
  AdjustmentCaps1763720000000,
  OperatorChanges1763730000000,
  CreditsByWord1763731000000,
  OperatorProposals1763733000000,
  OperatorEnrolment1763734000000,
  TakenDepth1763735000000,
  CreditedAlone1763736000000,
  AnnouncedActs1763737000000,
  BooksInSlices1763740000000,
  SecurityIncidents1763760000000,
  DatabaseRoles1763765000000,
  BooksChains1763775000000,
  PerpetualInstruments1763780000000,
  Passkeys1763790000000,
  DayCaps1763795000000,
  News1763797000000,
  CoinListing1763800000000,
  Subscription1763801000000,
  Otc1763820000000,
  Ieo1763810000000,
  Referral1763830000000,
  RequiredReadings1763840000000,
  HelpChat1763840100000,
  OperatorPasskeys1763850000000,
  WitnessedAudit1763851000000,
  AllotmentKeys1763852000000,
  OtcPaymentDeadlines1763853000000,
  SalesListedByTwo1763854000000,
  CashBetweenUsers1763855000000,
  CoinLogos1763861000000,
  ExchangeRates1763862000000,
  PaymentDetails1763863000000,
  DocumentsWithoutCountry1763864000000,
  TrustPaidFrom1763865000000,
  PaymentOwners1763859000000,
  Hashes1763866000000,
  DisabledInviters1763867000000,
  PicturesOfEndedOrders1763868000000,
  EventCentre1763877000000,
  DisabledAndAgreed1763867010000,
  SessionCuts1763885000000,
  InsuranceCaps1763886000000,
  WithdrawalMaximums1763887000000,
  SealedEvents1763888100000,
  Notifications1763888200000,
  OptionExposure1763889000000,
  WatchedBooks1763889010000,
  UnusedFunction1763890020000,
  PriceAlerts1763890000000,
  FeedSignOfLife1763890010000,
  TimeInForce1763890030000,
  SpotAmendments1763890031000,
  SpotStops1763890040000,
  SpotPairs1763890041000,
  SpotExits1763890042000,
  TrailingStops1763890043000,
  SpotReasons1763890044000,
  OutgoingMessages1763890045000,
  ApiKeys1763890050000,
  OwnLimits1763890070000,
  ProfitDays1763890060000,
  Preferences1763890090000,
  CountryRules1763890110000,
  ProposalsOfCountries1763890110001,
  DataExports1763890120000,
  StopDates1763890130000,
  StopDatesHold1763890130001,
  ClosingOrders1763890150000,
  Complaints1763890160000,
  TracedEvents1763890180000,
  AccountErasures1763890300000,
  AccountErasuresHold1763890300001,
  ServiceStatus1763890400000,
  ExitsTakenBack1763890410000,
  ExitsTakenBackHold1763890410001,
  PricesOfClosings1763890420000,
  LinesByTheirUsers1763890430000,
  FilesThatAreTooLarge1763890440000,
  FilesThatAreTooLargeHold1763890440001,
  SubAccounts1763890500000,
  SubAccountsHold1763890500001,
  DaysOfEvents1763890700000,
  DaysOfEventsHold1763890700001,
  EventsByDay1763890700002,
  TradeResults1763890700010,
  EndedTrades1763890700011,
  ProductTerms1763890800000,
  ProductTermsHold1763890800001,
  MaintenanceChanges1763894400000,
  MaintenanceChangesHold1763894400001,
  NewProducts1763894500000,
  NewProductsHold1763894500001,
  ClosingAmendments1763894700000,
  StopAmendments1763894840000,
  ClosingOrderAmendments1763894900000,
  ClosedParts1763894900010,
  DecidedRates1763894920000,
  WritersOfMoney1763894920001,
  FeedsOfRealMoney1763894930000,
  PlainlyProven1763894940000,
  BooksCheckedByWorkers1763895000000,
  UnpaidOrders1763896000000,
  TotpProposals1763896100000,
  DeskSearches1763896100001,
  BoundedReads1763896300000,
  GuardedDeposits1763896400000,
  SettledDeposits1763896410000,
  SettledOnce1763896410001,
  BankReferences1763896500000,
  ExpiringStops1763896600011,
  UrgentMessages1763896600100,
  UrgentMessagesHold1763896600101,
  UrgentMessagesDue1763896600102,
  MessagesDueAlone1763896600103,
  PaymentsAtTheirWorth1763896600120,
  RestsGivenUp1763896600121,
  StoredFunctionTerms1763896700000,
  TriggerTerms1763896700001,
  Layouts1763896700050,
  LayoutsHold1763896700051,
  BooksArchive1763897000001,
  AwardsAlone1763897100001,
  AwardsOfOperators1763897100002,
  HaltsOfHalf1763897100003,
  LapsedProposals1763897100004,
  LapsedProposalsHold1763897100005,
  AwardsAndHaltsHold1763897100006,
  HaltsByTheirTrigger1763897100007,
  AgreedOffers1763897300001,
  AgreedTerms1763897300002,
  ChainDecimals1763897400000,
  FundPasswordsPlainlyProven1763897400001,
  VerificationFoldPlace1763897400002,
  WrittenOnceTerms1763897500000,
  BooksGuardTerms1763897500001,
  SingleVenues1763897500010,
  CommodityPerpetuals1763897500011,
  StampedInstants1763898100001,
  ProposalsBySubject1763898210000,
  AgreedCredits1763898210001,
  FundingOfOpenTime1763898230000,
  InsuranceCapsKept1763898240000,
  BnbAtOkx1763898240001,
  RetainedRecords1763898250000,
  NamesOfWhatIsRetained1763898250001,
  OrdersByAdvert1763898260000,
  UnseenContractStops1763898261000,
  TapePaths1763898262000,
  PathsOfWhatIsTaped1763898262001,
  AgreedListings1763898264000,
  PremiumsAsTheyAreSeen1763898264200,
  ReportsOfDeleveraging1763898265000,
  WithdrawalsBeingSent1763898266000,
  WithdrawalsBeingSentHold1763898266001,
  OutputsOfTransactions1763898266010,
  BankReferencesFolded1763898266020,
  FormerNames1763898268000,
  DrawsByPrices1763898269000,
  OpenSalesByPrices1763898269001,
  StreamsHeld1763898272000,
  ZonesByName1763898273000,
  ExitAmendments1763898274000,
  DecidedByTwo1763898275000,
  DecidedByTwoHold1763898275001,
  EndsOfSalesWaitOnce1763898275002,
];
