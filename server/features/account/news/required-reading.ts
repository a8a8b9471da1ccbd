import { sqlStateOf } from '../../../platform/database/transaction.js';
import { Refusal } from '../../../platform/http/refusal.js';

/** The refusal of `required_reading_assert`, for commands that call it inside a stored function of their own; null for all else. */
export function requiredReadingRefusal(error: unknown): Refusal | null {
  return sqlStateOf(error) === 'NW001' ? new Refusal('news.required') : null;
}
