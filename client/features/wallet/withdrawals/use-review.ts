import { useState } from 'react';
import type {
  AddressView,
  WithdrawalNetworkView,
  WithdrawalPreviewView,
} from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import type { WithdrawalDraft } from './use-withdrawal';
import type { Withdrawal } from './withdrawals.api';

/** What is reviewed: as it stood when it was asked for, whatever the form says meanwhile. */
export interface Review {
  network: WithdrawalNetworkView;
  target: AddressView | { bank: string; number: string };
  asked: Omit<Withdrawal, 'worstFee' | 'fundPassword' | 'proof'>;
}

/** A try without an answer: it is sent again with the figures that its user saw. */
interface OpenTry {
  intent: string;
  figures: WithdrawalPreviewView;
}

/**
 * The review of a withdrawal. Where its money goes is what was reviewed, or nothing is sent: when the form says another
 * network, address or card meanwhile, the review ends. What becomes of a command on its way is waited for.
 */
export function useReview(draft: WithdrawalDraft, { currencyId, busy }: { currencyId: number; busy: boolean }) {
  const { form, network, isBank, card, address, amount } = draft;
  const target = isBank ? { bank: card?.bank_name ?? '', number: card?.bank_account ?? '' } : address;
  const current = network && target && { network, target };
  const [review, setReview] = useState<Review | null>(null);
  const [opened, setOpened] = useState(false);
  const [hasChanged, setHasChanged] = useState(false);
  const [openTry, setOpenTry] = useState<OpenTry | null>(null);
  if (opened && review && !busy && !isSameWay(review, current)) {
    setReview(null);
    setOpened(false);
    setHasChanged(true);
  }
  const begin = () => {
    if (!current || amount === null) return;
    const addressId = address?.id ?? '';
    const name = current.network.network;
    draft.choose({ network: name, addressId: addressId || form.values.addressId });
    const remark = form.values.remark.trim();
    setReview({ ...current, asked: { currencyId, network: name, amount, addressId, remark } });
    setOpened(true);
  };
  const intent = review && JSON.stringify(review.asked);
  return {
    review,
    opened,
    /** Whether the last one ended because its way had changed. */
    hasChanged,
    forgetChange: () => setHasChanged(false),
    begin,
    close: () => setOpened(busy),
    end: () => setOpened(false),
    /** The figures of a try of this very withdrawal of which nobody knows what became. */
    figures: openTry !== null && openTry.intent === intent ? openTry.figures : null,
    noteTry: (figures: WithdrawalPreviewView | null) => setOpenTry(figures && intent ? { intent, figures } : null),
  };
}

/** Whether the money would go where it was reviewed to go. */
function isSameWay(review: Review, current: Pick<Review, 'network' | 'target'> | null): boolean {
  const [one, other] = [review, current].map(
    (way) => way && [way.network.network, way.network.chain, placeOf(way.target)],
  );
  return JSON.stringify(one) === JSON.stringify(other);
}

function placeOf(target: Review['target']): string[] {
  return 'address' in target ? [target.id, target.nettype, target.address] : [target.bank, target.number];
}
