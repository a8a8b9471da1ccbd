import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ConfirmedAct, confirmedText, endsOfTarget, shortAmount } from '../codes/index.js';
import { NoteIncident } from '../notices/index.js';
import type { WalletProofs, WalletSignature } from '../security/index.js';
import { AskWallet, readWallet, type WalletQuestion } from './ask-wallet.js';
import { type Wallet, WalletKeysStore } from './wallet-keys.store.js';
import { signerOf } from './wallet-message.rules.js';

export interface ActQuestion {
  userId: string;
  chain: string;
  address: string;
  chainId: string;
  act: ConfirmedAct;
  ip: string;
}

/** What a wallet shows its owner; such texts are English on every chain. */
const STATEMENTS: Record<ConfirmedAct['act'], (act: ConfirmedAct) => string> = {
  withdrawal: (act) => `Confirm: withdraw ${shortAmount(act.amount)} ${act.coin} to ${endsOfTarget(act)}.`,
  address: (act) => `Confirm: add the withdrawal address ${act.target.slice(0, 100)}.`,
  'bank-card': (act) => `Confirm: bind the bank card ${endsOfTarget(act)}.`,
  contact: (act) => `Confirm: change the contact to ${endsOfTarget(act)}.`,
  'fund-password': () => 'Confirm: set or change the fund password.',
  'fund-password-reset': () => 'Confirm: reset the fund password.',
  'login-password': () => 'Confirm: set the login password.',
  authenticator: () => 'Confirm: change the authenticator.',
  passkey: () => 'Confirm: change the passkeys.',
  'close-account': () => 'Confirm: close the account and have it erased.',
  'api-key': () => 'Confirm: create an API key that programs can trade with.',
};
const HARMLESS = 'This signature itself moves no funds on any chain and approves nothing there.';

/** Proves a user by the signature of one of its wallets over a text that names the act. */
@Injectable()
export class ProveByWallet implements WalletProofs {
  constructor(
    private readonly store: WalletKeysStore,
    private readonly askWallet: AskWallet,
    private readonly noteIncident: NoteIncident,
    private readonly clock: Clock,
  ) {}

  wallets(userId: string): Promise<Wallet[]> {
    return this.store.list(userId);
  }

  /** The text to be signed, good once and for five minutes. @throws Refusal `account.wallet-proof-wrong`: no wallet of theirs. */
  async ask({ userId, chain, address, chainId, act, ip }: ActQuestion): Promise<WalletQuestion> {
    const wallet = readWallet(chain, address);
    if ((await this.store.find(wallet)) !== userId) throw new Refusal('account.wallet-proof-wrong');
    const statement = `${STATEMENTS[act.act](act)} ${HARMLESS}`;
    const purpose = { userId, statement, confirms: confirmedText(act) };
    return this.askWallet.execute(wallet, { chainId, ip, purpose });
  }

  /** The text is used up by the try, right or wrong. */
  async check(userId: string, act: ConfirmedAct, given: WalletSignature): Promise<boolean> {
    const isRight = await this.isSigned(userId, act, given);
    if (!isRight)
      await this.noteIncident.execute({ kind: 'wallet-wrong', userId, caller: given.caller, about: act.act });
    return isRight;
  }

  private async isSigned(userId: string, act: ConfirmedAct, given: WalletSignature): Promise<boolean> {
    const confirms = confirmedText(act);
    const asked = await this.store.useActNonce(given.nonce, { userId, confirms }, new Date(this.clock.now()));
    if (!asked || (await this.store.find(asked)) !== userId) return false;
    return signerOf(asked.chain, asked.message, given.signature) === asked.address;
  }
}
