import { Injectable } from '@nestjs/common';
import type { DecimalText } from '../../../contract/money.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { requestedAmount } from '../ledger/index.js';
import { canonicalHash, type CoinNetwork, isBelow, WalletCatalog } from '../balances/index.js';
import type { DepositRow } from './deposits.store.js';

/** A user's claim of a payment. */
export interface DepositClaim {
  kind: DepositRow['kind'];
  currencyId: number;
  /** `TRC20`; null: not said. */
  network: string | null;
  /** As it was typed. */
  amount: string;
  hash: string | null;
  sender: string;
  /** Reference of the proof image. */
  proof: string | null;
}

export interface SoundClaim {
  kind: DepositRow['kind'];
  currencyId: number;
  /** Null: any of the coin's networks, which the proof image tells. */
  network: CoinNetwork | null;
  amount: DecimalText;
  txHash: string | null;
  sender: string;
  proof: string | null;
}

/** Whether what a user says can be looked into at all. */
@Injectable()
export class CheckDeposit {
  constructor(private readonly catalog: WalletCatalog) {}

  /**
   * A coin needs the hash of its transaction or a proof image, a quick deposit the hash, a bank transfer the image.
   * @throws Refusal `wallet.unknown-currency`, `deposits.address-not-configured`, `deposits.network-required`,
   * `deposits.below-minimum`, `deposits.hash-invalid`, `deposits.proof-required`, and those of amounts.
   */
  execute(claim: DepositClaim): SoundClaim {
    const { kind, currencyId, sender, proof } = claim;
    const currency = this.catalog.currency(currencyId);
    const isBank = kind === 'bank';
    const offered = this.catalog
      .networks(currencyId)
      .filter(({ chain, depositsOn }) => depositsOn && (chain === 'bank') === isBank);
    if (offered.length === 0) throw new Refusal('deposits.address-not-configured');
    const amount = requestedAmount(claim.amount, currency.scale, 'amount');
    const txHash = readHash(claim);
    const network = networkOf(offered, claim);
    const minimum = network?.depositMinimum ?? smallestMinimum(offered);
    if (isBelow(amount, minimum)) {
      throw new Refusal('deposits.below-minimum', { minimum: `${minimum} ${currency.code}` });
    }
    if (txHash === null && proof === null) throw new Refusal('deposits.proof-required');
    return { kind, currencyId, network, amount, txHash, sender, proof };
  }
}

export function smallestMinimum(networks: CoinNetwork[]): DecimalText {
  const minimums = networks.map(({ depositMinimum }) => depositMinimum);
  return minimums.reduce((least, minimum) => (isBelow(minimum, least) ? minimum : least));
}

function readHash({ kind, hash }: DepositClaim): string | null {
  if (kind === 'bank') return null;
  if (hash === null) {
    if (kind === 'quick') throw new Refusal('deposits.hash-invalid');
    return null;
  }
  const canonical = canonicalHash(hash);
  if (canonical === null) throw new Refusal('deposits.hash-invalid');
  return canonical;
}

/** The network that is named, else the only one, else the only one whose hashes look so; an image needs none. */
function networkOf(offered: CoinNetwork[], { network, hash }: DepositClaim): CoinNetwork | null {
  if (network !== null) {
    const named = offered.find((way) => way.network === network.toUpperCase());
    if (!named) throw new Refusal('deposits.network-required');
    return named;
  }
  const isEvm = hash?.toLowerCase().startsWith('0x') ?? false;
  const likely = isEvm ? offered.filter(({ chain }) => chain === 'ethereum') : offered;
  const [only, ...others] = likely;
  if (only && others.length === 0) return only;
  if (hash !== null) throw new Refusal('deposits.network-required');
  return null;
}
