import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatePill } from '../../ui/state-pill';
import type { DeskWords } from '../words/desk/en';

type StatusWord = keyof DeskWords['status'];

const WORDS: Readonly<Record<string, StatusWord>> = {
  review: 'review',
  appeal: 'appeal',
  decided: 'decided',
  applied: 'review',
  admitted: 'admitted',
  refused: 'rejected',
  suspended: 'suspended',
  approved: 'approved',
  rejected: 'rejected',
  paid: 'paid',
  sending: 'sending',
  cancelled: 'cancelled',
  'under-review': 'underReview',
  verified: 'verified',
  accepted: 'accepted',
  waiting: 'waiting',
  done: 'carriedOut',
  stopped: 'stopped',
  failed: 'failed',
  lapsed: 'lapsed',
  open: 'open',
  none: 'none',
  invited: 'invited',
  active: 'active',
  disabled: 'disabled',
};

const TONES: Readonly<Record<string, 'wait' | 'good' | 'bad' | 'off'>> = {
  review: 'wait',
  appeal: 'wait',
  applied: 'wait',
  admitted: 'good',
  refused: 'bad',
  suspended: 'bad',
  'under-review': 'wait',
  open: 'wait',
  waiting: 'wait',
  done: 'good',
  stopped: 'bad',
  failed: 'bad',
  invited: 'wait',
  approved: 'good',
  sending: 'wait',
  verified: 'good',
  accepted: 'good',
  paid: 'good',
  active: 'good',
  rejected: 'bad',
  lapsed: 'off',
  disabled: 'bad',
};

/** A status in words; one that is not known yet is shown as the server says it. */
export function statusWord(status: string, t: TFunction<'desk'>): string {
  const word = WORDS[status];
  return word === undefined ? status : t(`status.${word}`);
}

export function Status({ status }: { status: string }) {
  const { t } = useTranslation('desk');
  return <StatePill tone={TONES[status] ?? 'off'} text={statusWord(status, t)} />;
}
