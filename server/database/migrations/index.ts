import { OptionBegin1763707000000 } from './1763707000000-option-begin.js';
import { LosingAccounts1763704000000 } from './1763704000000-losing-accounts.js';
import { PremiumOrigin1763706000000 } from './1763706000000-premium-origin.js';
import { Markets1763600000000 } from './1763600000000-markets.js';
import { CandleOrigin1763605000000 } from './1763605000000-candle-origin.js';
import { Account1763610000000 } from './1763610000000-account.js';
import { Ledger1763620000000 } from './1763620000000-ledger.js';
import { Idempotency1763622000000 } from './1763622000000-idempotency.js';
import { Outbox1763625000000 } from './1763625000000-outbox.js';
import { Operations1763650000000 } from './1763650000000-operations.js';
import { LedgerBatch1763655000000 } from './1763655000000-ledger-batch.js';
import { LeanOrders1763702000000 } from './1763702000000-lean-orders.js';
import { LeanPostings1763656000000 } from './1763656000000-lean-postings.js';
import { InsuranceTopUp1763699000000 } from './1763699000000-insurance-top-up.js';
import { Futures1763680000000 } from './1763680000000-futures.js';
import { Liquidation1763685000000 } from './1763685000000-liquidation.js';
import { FundingBatch1763686000000 } from './1763686000000-funding-batch.js';
import { Options1763670000000 } from './1763670000000-options.js';
import { Tape1763645000000 } from './1763645000000-tape.js';
import { Demo1763646000000 } from './1763646000000-demo.js';
import { Spot1763660000000 } from './1763660000000-spot.js';
import { OperationsBank1763696000000 } from './1763696000000-operations-bank.js';
import { BalanceEvents1763698000000 } from './1763698000000-balance-events.js';
import { Trust1763690000000 } from './1763690000000-trust.js';
import { UploadsRetention1763695000000 } from './1763695000000-uploads-retention.js';
import { Wallet1763640000000 } from './1763640000000-wallet.js';
import { Verification1763630000000 } from './1763630000000-verification.js';

/** Every migration, in order. Forward only. */
export const MIGRATIONS = [
  Markets1763600000000,
  CandleOrigin1763605000000,
  Account1763610000000,
  Ledger1763620000000,
  Idempotency1763622000000,
  Outbox1763625000000,
  Verification1763630000000,
  Wallet1763640000000,
  Tape1763645000000,
  Demo1763646000000,
  Operations1763650000000,
  LedgerBatch1763655000000,
  LeanPostings1763656000000,
  Spot1763660000000,
  Futures1763680000000,
  Options1763670000000,
  Liquidation1763685000000,
  FundingBatch1763686000000,
  Trust1763690000000,
  UploadsRetention1763695000000,
  OperationsBank1763696000000,
  BalanceEvents1763698000000,
  InsuranceTopUp1763699000000,
  LeanOrders1763702000000,
  LosingAccounts1763704000000,
  PremiumOrigin1763706000000,
  OptionBegin1763707000000,
];
