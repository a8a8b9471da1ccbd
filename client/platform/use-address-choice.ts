import { useSearchParams } from 'react-router-dom';

/** Changes some of the parameters and leaves the others; null or nothing takes a parameter out of the address. */
export type ChangeAddress = (changes: Readonly<Record<string, string | null>>) => void;

/**
 * What is chosen on a page as far as its address says it behind the question mark, and how to choose otherwise: tabs,
 * filters, the coin of a form. The choice is drawn in the frame of the tap (see `PageRouter`); it takes the place of
 * the former one in the history, so that going back leaves the page.
 */
export function useAddressChoice(): [chosen: URLSearchParams, change: ChangeAddress] {
  const [chosen, setChosen] = useSearchParams();
  const change: ChangeAddress = (changes) => {
    const next = new URLSearchParams(chosen);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    setChosen(next, { replace: true });
  };
  return [chosen, change];
}
