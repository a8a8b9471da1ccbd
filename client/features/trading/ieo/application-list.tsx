import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { IeoState } from '../../../../server/contract/rules/ieo.rules';
import type { IeoApplicationView } from '../../../../server/contract/trading/ieo.dto';
import { useLanguage } from '../../../platform/preferences';
import { useAddressChoice } from '../../../platform/use-address-choice';
import { usePages } from '../../../platform/use-pages';
import { CoinIcon } from '../../../ui/coin-icon';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { useZonedWireTime } from '../../account/profile';
import { KEYS, readApplications, useIeoEvents } from './ieo.api';
import styles from './ieo.module.css';
import { Pairs } from './pairs';
import { SearchBox } from './search-box';
import { unitsText } from './units';

/** The specification's statuses, by the name of their words. */
const STATUSES = { applied: '1', allotted: '3', paid: '4', locked: '5', releasing: '6', failed: '2' } as const;
const CHOICES = ['all', ...(Object.keys(STATUSES) as (keyof typeof STATUSES)[])] as const;
export const STATE_TONES: Record<IeoState, 'wait' | 'good' | 'bad' | 'off'> = {
  committed: 'wait',
  failed: 'off',
  allotted: 'wait',
  missed: 'bad',
  paid: 'good',
  locked: 'good',
  releasing: 'good',
  cancelled: 'off',
};

/** The user's applications, the newest first. */
export function ApplicationList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [words, setWords] = useState('');
  const [search, change] = useAddressChoice();
  const chosen = CHOICES.find((known) => known === search.get('status')) ?? 'all';
  const status = chosen === 'all' ? '' : STATUSES[chosen];
  useIeoEvents();
  const pages = usePages([...KEYS.mine, 'list', status, words], readApplications(status, words));
  const action = { label: t('ieo.see'), onClick: () => void navigate('/pages/ieo/index') };
  const empty = words === '' ? { text: t('ieo.noneMine'), action } : { text: t('ieo.nothing', { words }) };
  return (
    <>
      <SearchBox label={t('ieo.search')} onWords={setWords} />
      <FilterChips
        label={t('ieo.mine')}
        name="ieo-application-status"
        choices={CHOICES.map((key) => ({ key, label: key === 'all' ? t('ieo.all') : t(`ieo.status.${key}`) }))}
        chosen={chosen}
        onChoose={(next) => change({ status: next === 'all' ? null : next })}
      />
      <EndlessRows pages={pages} shown={pages.rows ?? []} empty={empty}>
        {(row) => <ApplicationRow application={row} />}
      </EndlessRows>
    </>
  );
}

function ApplicationRow({ application }: { application: IeoApplicationView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useZonedWireTime();
  const units = (number: string) => unitsText(number, application.currency_name, language);
  const { allotment_number: allotted, pay_round: round } = application;
  return (
    <Link to={`/pages/ieo/application?id=${application.id}`} className={styles.cards}>
      <span className={styles.head}>
        <CoinIcon code={application.currency_name} />
        <span className={styles.name}>
          {application.name}
          <span className={styles.coin}>{application.serial_number}</span>
        </span>
        <StatePill tone={STATE_TONES[application.state]} text={t(`ieo.state.${application.state}`)} />
      </span>
      <Pairs
        facts={[
          { label: t('ieo.appliedFor'), value: units(application.number) },
          ...(allotted === '' ? [] : [{ label: t('ieo.allotment'), value: units(allotted) }]),
          ...(round === 0
            ? []
            : [
                {
                  label: t('ieo.pending'),
                  value: (
                    <MoneyText value={application.pending_amount} unit={application.pay_currency_name} demo={false} />
                  ),
                },
              ]),
          { label: t('ieo.updated'), value: wireTime(application.updated_at) },
        ]}
      />
    </Link>
  );
}
