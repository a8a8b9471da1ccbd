import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WithdrawalCaseView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { TickBox } from '../../ui/tick-box';
import type { Picks } from './use-picks';

interface Props {
  picks: Picks;
  /** Of the page of the list, those that can be ticked. */
  listed: readonly WithdrawalCaseView[];
  /** Where those that are ticked are decided. */
  to: string;
}

/** Above the list: all of its page at once, how many are ticked, and where they are decided. */
export function PickBar({ picks: { picked, pick }, listed, to }: Props) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const areAll = listed.length > 0 && listed.every(({ id }) => picked.some((known) => known.id === id));
  return (
    <div className="desk-picks">
      <TickBox
        label={t('picked.all')}
        checked={areAll}
        disabled={listed.length === 0}
        onChange={(ticked) => pick(listed, ticked)}
      />
      {picked.length > 0 && (
        <div className="desk-actions">
          <Link className="desk-button" to={to}>
            {t('picked.open', { rows: picked.length.toLocaleString(language) })}
          </Link>
          <Button variant="subtle" size="sm" onClick={() => pick(picked, false)}>
            {t('picked.clear')}
          </Button>
        </div>
      )}
    </div>
  );
}
