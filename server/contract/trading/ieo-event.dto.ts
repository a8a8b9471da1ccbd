import type { IeoState } from '../rules/ieo.rules.js';

/** Entity `ieo-application:{applicationId}`: any step of it. Units are whole coins; null before there are any. */
export class IeoFields {
  applicationId: string;
  projectId: number;
  state: IeoState;
  units: string;
  allotted: string | null;
  second: string | null;
  secondState: 'offered' | 'paid' | 'lapsed' | null;
  released: string;
  /** Of the release of a part alone: the coin, and how many of it this part has set free. A part of a small lot may be empty. */
  coinCurrencyId?: number;
  freed?: string;
}
