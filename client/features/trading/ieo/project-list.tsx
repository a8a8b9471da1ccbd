import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { IeoPhase } from '../../../../server/contract/rules/ieo.rules';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { formatPercent } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useAddressChoice } from '../../../platform/use-address-choice';
import { usePages } from '../../../platform/use-pages';
import { CoinIcon } from '../../../ui/coin-icon';
import { EndlessRows } from '../../../ui/endless-rows';
import { FilterChips } from '../../../ui/filter-chips';
import { MoneyText } from '../../../ui/money-text';
import { StatePill } from '../../../ui/state-pill';
import { useZonedWireTime } from '../../account/profile';
import { KEYS, readProjects, useIeoEvents } from './ieo.api';
import styles from './ieo.module.css';
import { Pairs } from './pairs';
import { SearchBox } from './search-box';
import { percentOf, unitsText } from './units';

const CHOICES = ['', 'applying', 'announced', 'paying', 'listed'] as const;
export const PHASE_TONES: Record<IeoPhase, 'wait' | 'good' | 'bad' | 'off'> = {
  announced: 'wait',
  applying: 'good',
  allotting: 'wait',
  paying: 'wait',
  second: 'wait',
  listing: 'wait',
  listed: 'good',
  cancelled: 'off',
};

/** The sales of new coins, those that are not over first. */
export function ProjectList() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [words, setWords] = useState('');
  const [search, change] = useAddressChoice();
  const status = CHOICES.find((known) => known === search.get('status')) ?? '';
  useIeoEvents();
  const pages = usePages([...KEYS.offered, 'list', language, words, status], async (page, signal) => {
    const { rows, hasMore } = await readProjects(words, status)(page, signal);
    return { rows: rows.map(({ key, ...project }) => ({ id: key, project })), hasMore };
  });
  return (
    <>
      <SearchBox label={t('ieo.search')} onWords={setWords} />
      <FilterChips
        label={t('ieo.title')}
        name="ieo-status"
        choices={CHOICES.map((key) => ({ key, label: key === '' ? t('ieo.all') : t(`ieo.phase.${key}`) }))}
        chosen={status}
        onChoose={(next) => change({ status: next })}
      />
      <EndlessRows
        pages={pages}
        shown={pages.rows ?? []}
        empty={{ text: words === '' ? t('ieo.none') : t('ieo.nothing', { words }) }}
      >
        {({ project }) => <ProjectCard project={project} />}
      </EndlessRows>
    </>
  );
}

function ProjectCard({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const wireTime = useZonedWireTime();
  const [date, at] = nextDate(project);
  return (
    <Link to={`/pages/ieo/detail?id=${project.id}`} className={styles.cards}>
      <span className={styles.head}>
        <CoinIcon code={project.currency_name} />
        <span className={styles.name}>
          {project.name}
          <span className={styles.coin}>{project.currency_name}</span>
        </span>
        <StatePill tone={PHASE_TONES[project.status]} text={t(`ieo.phase.${project.status}`)} />
      </span>
      <Pairs
        facts={[
          {
            label: t('ieo.price'),
            value: <MoneyText value={project.price} unit={project.pay_currency_name} demo={false} />,
          },
          { label: t('ieo.supply'), value: unitsText(project.total_supply, project.currency_name, language) },
          {
            label: t('ieo.appliedFor'),
            value: formatPercent(percentOf(project.applied_number, project.total_supply), language).replace(/^\+/, ''),
          },
          { label: t(`ieo.date.${date}`), value: wireTime(at) },
        ]}
      />
    </Link>
  );
}

/** The date that comes next, and what it is. */
export function nextDate(project: IeoProjectView): [keyof DateWords, string] {
  switch (project.status) {
    case 'announced':
      return ['apply', project.apply_time];
    case 'applying':
      return ['applyEnd', project.apply_end];
    case 'allotting':
      return ['allot', project.allotment_date];
    case 'paying':
      return ['pay', project.pay_date];
    case 'second':
      return ['secondPay', project.second_pay_date];
    case 'listed':
      return ['lock', project.lock_date];
    default:
      return ['list', project.listing_date];
  }
}

type DateWords = Record<'apply' | 'applyEnd' | 'allot' | 'pay' | 'secondPay' | 'list' | 'lock', string>;
