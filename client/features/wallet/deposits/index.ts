export { BankDepositForm } from './bank-deposit-form';
export { CoinDeposit } from './coin-deposit';
export { LatestDeposits } from './latest-deposits';
export { QuickDepositForm } from './quick-deposit-form';
