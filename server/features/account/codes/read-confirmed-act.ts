import type { ConfirmedActRequest } from '../../../contract/account/proofs.dto.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type ConfirmedAct, confirmedAct } from './confirmed-act.rules.js';

/**
 * What a client says that it wants to confirm; null: an old one, which says nothing.
 * @throws Refusal `request.invalid` for a new contact that is none: the house's messages name it.
 */
export function readConfirmedAct(request: ConfirmedActRequest): ConfirmedAct | null {
  const wanted = confirmedAct(request);
  if (wanted?.act === 'contact' && wanted.target === '') throw new Refusal('request.invalid', { field: 'target' });
  return wanted;
}
