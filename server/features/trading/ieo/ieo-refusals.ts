import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { refusalOf } from '../../wallet/ledger/index.js';

/** What the stored functions of sales raised, as the refusal that the user meets. */
export function ieoRefusal(thrown: unknown): unknown {
  const detail = typeof thrown === 'object' && thrown !== null && 'detail' in thrown ? String(thrown.detail) : '';
  switch (sqlStateOf(thrown)) {
    case 'IE001':
    case 'IE010':
      return new Refusal('ieo.not-found');
    case 'IE002':
      return new Refusal('ieo.not-open');
    case 'IE003':
      return new Refusal('ieo.below-minimum', { minimum: detail });
    case 'IE004':
      return new Refusal('ieo.above-maximum', { maximum: detail });
    case 'IE005':
      return new Refusal('verification.required');
    case 'IE008':
      return new Refusal('ieo.terms', { field: detail });
    case 'IE011':
      return new Refusal('ieo.nothing-to-pay');
    case 'IE012':
      return new Refusal('ieo.payment-over');
    case 'IE013':
      return new Refusal('ieo.ended');
    default:
      return refusalOf(thrown);
  }
}
