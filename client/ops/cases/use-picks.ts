import { useState } from 'react';
import type { WithdrawalCaseView } from '../../../server/contract/operations';
import { MANY_WITHDRAWALS_MAX } from '../../../server/contract/operations/words';

export interface Picks {
  /** As each was when it was ticked, in the order in which they were. */
  picked: readonly WithdrawalCaseView[];
  /** Ticks these, as many as may be decided at once, or takes their ticks away. */
  pick: (rows: readonly WithdrawalCaseView[], isPicked: boolean) => void;
}

/** What is ticked in the list, from page to page of it and while cases are opened beside it. */
export function usePicks(): Picks {
  const [picked, setPicked] = useState<readonly WithdrawalCaseView[]>([]);
  const pick = (rows: readonly WithdrawalCaseView[], isPicked: boolean) =>
    setPicked((before) => {
      const others = before.filter((known) => !rows.some(({ id }) => id === known.id));
      return isPicked ? [...others, ...rows].slice(0, MANY_WITHDRAWALS_MAX) : others;
    });
  return { picked, pick };
}
