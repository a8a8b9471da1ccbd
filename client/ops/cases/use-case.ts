import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ClaimView } from '../../../server/contract/operations.dto';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';

interface OpenCase<Detail> {
  query: UseQueryResult<Detail>;
  /** Puts a claim into what is shown, without another look that would be written down. */
  claimed: (change: (detail: Detail, claim: ClaimView | null) => Detail) => (claim: ClaimView | null) => void;
  /** After a decision: the case and the lists are asked for anew. */
  decided: () => void;
}

/** One case. Each time it is asked for, that is written down: so it is asked for when it is opened and after an act. */
export function useCase<Detail>(kind: string, id: string): OpenCase<Detail> {
  const path = `${kind}/${id}`;
  const query = useDeskQuery<Detail>(path, {}, { recorded: true });
  const memory = useQueryClient();
  const lists = () => {
    void memory.invalidateQueries({ queryKey: ['desk', kind], predicate: ({ queryKey }) => queryKey.length === 3 });
    refreshDesk('queues', 'proposals');
  };
  return {
    query,
    claimed: (change) => (claim) => {
      memory.setQueryData<Detail>(['desk', kind, id, {}], (before) => before && change(before, claim));
      lists();
    },
    decided: () => {
      void query.refetch();
      lists();
    },
  };
}
