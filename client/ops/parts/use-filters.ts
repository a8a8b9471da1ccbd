import { useAddressChoice } from '../../platform/use-address-choice';

export interface Filters {
  get: (name: string) => string;
  /** Narrows the list down; it begins at its first page again. */
  set: (changes: Readonly<Record<string, string>>) => void;
  page: number;
  setPage: (page: number) => void;
  /** Of the given names, what is set: for the call. */
  query: (...names: readonly string[]) => Record<string, string>;
  /** The same filters at another address of the desk. */
  search: string;
  isSet: boolean;
  clear: () => void;
}

/** What stands in the address too, and narrows nothing down. */
const NO_FILTERS = ['page', 'line', 'record', 'report', 'tab'];

/**
 * Filters stand in the address, so that a list as it is seen can be passed on. Two lists on one page need two names
 * for their pages.
 */
export function useFilters(pageName = 'page'): Filters {
  const [parameters, change] = useAddressChoice();
  const page = Math.max(1, Number.parseInt(parameters.get(pageName) ?? '1', 10) || 1);
  const text = parameters.toString();
  return {
    get: (name) => parameters.get(name) ?? '',
    set: (changes) => change({ [pageName]: '', ...changes }),
    page,
    setPage: (next) => change({ [pageName]: next === 1 ? '' : String(next) }),
    query: (...names) => {
      const given = names.map((name) => [name, parameters.get(name) ?? ''] as const);
      return { ...Object.fromEntries(given.filter(([, value]) => value !== '')), page: String(page) };
    },
    search: text === '' ? '' : `?${text}`,
    isSet: [...parameters.keys()].some((name) => !NO_FILTERS.includes(name)),
    clear: () => change(Object.fromEntries([...parameters.keys()].map((name) => [name, null]))),
  };
}
