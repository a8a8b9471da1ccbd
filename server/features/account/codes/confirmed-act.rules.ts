import type { ConfirmedActRequest, ProofAct } from '../../../contract/account/proofs.dto.js';
import { maskContact, readEmail, readPhone } from '../users/index.js';

/** What exactly is confirmed. A proof for one of these is none for any other. */
export interface ConfirmedAct {
  act: ProofAct;
  /** Of a withdrawal: amount and code of the coin; else empty. */
  amount: string;
  coin: string;
  /** The whole address, number of the card, or contact; empty where the act has none. */
  target: string;
}

/** An act without any value that could be shown. */
export function plainAct(act: ProofAct): ConfirmedAct {
  return { act, amount: '', coin: '', target: '' };
}

/** What a client says that it wants to confirm; null: an old one, which says nothing. */
export function confirmedAct({ act, amount = '', coin = '', target = '' }: ConfirmedActRequest): ConfirmedAct | null {
  if (act === undefined) return null;
  return { act, amount, coin, target: act === 'contact' ? canonicalContact(target) : target };
}

/** However it is typed, the new contact is digested as it is kept; empty where it is none. */
function canonicalContact(text: string): string {
  const contact = text.includes('@') ? readEmail(text) : readPhone(text, '');
  return contact?.value ?? '';
}

/** The one spelling that is digested: the same amount and the same number always give the same text. */
export function confirmedText({ act, amount, coin, target }: ConfirmedAct): string {
  const number = act === 'bank-card' || act === 'withdrawal' ? target.replaceAll(/[ -]/g, '') : target;
  return JSON.stringify([act, shortAmount(amount), coin, act === 'bank-card' ? number.toUpperCase() : number]);
}

/** `0100.500` is `100.5`. */
export function shortAmount(amount: string): string {
  const whole = amount.replace(/^0+(?=[0-9])/, '');
  return whole.includes('.') ? whole.replace(/0+$/, '').replace(/\.$/, '') : whole;
}

/** The target as a message shows it: enough for its owner to compare, not enough for anybody else to use. */
export function endsOfTarget({ act, target }: ConfirmedAct): string {
  if (act === 'contact') return maskContact(target);
  const plain = target.replaceAll(/[ -]/g, '');
  const isChainAddress = !/^([0-9]+|[A-Z]{2}[0-9]{2}[A-Z0-9]*)$/.test(plain);
  if (act !== 'bank-card' && isChainAddress) return `${plain.slice(0, 6)}…${plain.slice(-6)}`;
  return `…${plain.slice(-4)}`;
}
