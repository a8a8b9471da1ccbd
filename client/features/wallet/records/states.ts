import type { WithdrawalDetailView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';

/** The three statuses of the records, as the wire numbers them. */
export const STATUSES = { review: 1, approved: 2, rejected: 3 } as const;
export type Status = keyof typeof STATUSES;

export const TONES = {
  review: 'wait',
  approved: 'good',
  rejected: 'bad',
  paid: 'good',
  cancelled: 'off',
} as const;
export type State = keyof typeof TONES;

export function statusOf(status: number): Status {
  if (status === STATUSES.approved) return 'approved';
  return status === STATUSES.rejected ? 'rejected' : 'review';
}

/** A withdrawal's state as a word of ours; one that is newer than this client counts as under review. */
export function stateOf(state: string): State {
  return state in TONES ? (state as State) : 'review';
}

export interface Step {
  key: string;
  word: 'submitted' | 'review' | 'approved' | 'sending' | 'paid' | 'rejected' | 'cancelled';
  /** As on the wire; null for what has not happened. */
  at: string | null;
  failed: boolean;
}

/** The way of a withdrawal: the steps that it has gone and, while it goes on, those to come. */
export function timeline({ state, steps }: Pick<WithdrawalDetailView, 'state' | 'steps'>): {
  steps: Step[];
  done: number;
} {
  const gone = steps.map((step): Step => {
    const word = stateOf(step.state);
    return {
      key: step.state,
      word: word === 'review' ? 'submitted' : word,
      at: step.at,
      failed: word === 'rejected',
    };
  });
  const next = { review: ['review', 'paid'], approved: ['sending', 'paid'] } as const;
  const words = state === 'review' || state === 'approved' ? next[state] : [];
  const ahead = words.map((word): Step => ({ key: `${word}-ahead`, word, at: null, failed: false }));
  // The last word of those that follow says what the step before it leads to: only one of them is under way.
  return { steps: [...gone, ...ahead], done: gone.length };
}
