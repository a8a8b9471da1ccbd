import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TAPE_HOUR_MS } from '../../../../server/contract/rules/tape.rules';
import type {
  IeoAllotmentRowView,
  IeoAllotmentView,
  IeoDrawView,
  IeoRoundView,
} from '../../../../server/contract/trading/ieo-allotment.dto';
import { useLanguage } from '../../../platform/preferences';
import { DetailsList } from '../../../ui/details-list';
import { EmptyState } from '../../../ui/empty-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { allotment } from './ieo.api';
import styles from './ieo.module.css';
import { Pairs } from './pairs';
import { SearchBox } from './search-box';
import { UnknownSale } from './unknown-sale';
import { unitsText } from './units';
import { VerifyTable } from './verify-table';

/** The published allotment of a sale: its seals, its rows, and the computation of the whole. */
export function AllotmentTable({ id }: { id: string }) {
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const keyword = words.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
  const { data, error, refetch } = useQuery(allotment(id, keyword));
  if (error && !data) return <UnknownSale error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && <Seals table={data} />}
      {data && data.rounds.length > 0 && (
        <section className={styles.section}>
          <VerifyTable id={id} />
        </section>
      )}
      <section className={styles.section} data-flush>
        <SearchBox label={t('ieo.findAccount')} onWords={setWords} />
        {!data && <CardSkeleton rows={8} />}
        {data && <Rows table={data} words={words} />}
      </section>
    </>
  );
}

function Seals({ table }: { table: IeoAllotmentView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hash = (text: string) => <span className={styles.hash}>{text}</span>;
  return (
    <>
      <div className={styles.hero}>
        <h2>{table.name}</h2>
        <p>{t('ieo.tableText')}</p>
      </div>
      <DetailsList
        details={[
          { label: t('ieo.supply'), value: unitsText(table.supply, table.currency_name, language) },
          { label: t('ieo.cap'), value: unitsText(table.cap, table.currency_name, language) },
          { label: t('ieo.seedHash'), value: hash(table.seed_hash) },
          { label: t('ieo.seed'), value: table.seed === null ? t('ieo.notYet') : hash(table.seed) },
        ]}
      />
      {table.draw && <DrawSeal draw={table.draw} />}
      {table.rounds.map((round) => (
        <RoundSeal key={round.round} round={round} coin={table.currency_name} />
      ))}
    </>
  );
}

/** What was drawn by. */
function DrawSeal({ draw }: { draw: IeoDrawView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  return (
    <section className={styles.section}>
      <h2>{t('ieo.draw')}</h2>
      <Pairs
        facts={[
          { label: t('ieo.drawMarket'), value: draw.symbol },
          { label: t('ieo.drawHour'), value: time.formatRange(draw.hour_ms, draw.hour_ms + TAPE_HOUR_MS) },
          { label: t('ieo.drawPrices'), value: String(draw.samples) },
          { label: t('ieo.root'), value: <span className={styles.hash}>{draw.root}</span> },
        ]}
      />
    </section>
  );
}

function RoundSeal({ round, coin }: { round: IeoRoundView; coin: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
  const name = round.round === 0 ? 'applications' : round.round === 1 ? 'first' : 'second';
  return (
    <section className={styles.section}>
      <h2>{t(`ieo.roundOf.${name}`)}</h2>
      <Pairs
        facts={[
          { label: t('ieo.rows'), value: String(round.rows) },
          { label: t('ieo.sum'), value: unitsText(round.units, coin, language) },
          { label: t('ieo.sealed'), value: time.format(round.sealed_ms) },
          { label: t('ieo.root'), value: <span className={styles.hash}>{round.root}</span> },
        ]}
      />
    </section>
  );
}

function Rows({ table, words }: { table: IeoAllotmentView; words: string }) {
  const { t } = useTranslation();
  if (table.rounds.length === 0) return <EmptyState text={t('ieo.proofLater')} />;
  if (table.rows.length === 0) return <EmptyState text={t('ieo.nothing', { words })} />;
  return (
    <ul className={styles.steps}>
      {table.rows.map((row) => (
        <li key={row.account} className={styles.row}>
          <Row row={row} coin={table.currency_name} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row, coin }: { row: IeoAllotmentRowView; coin: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const units = (number: string) => unitsText(number, coin, language);
  return (
    <>
      <span className={styles.hash}>{row.account}</span>
      <Pairs
        facts={[
          { label: t('ieo.appliedFor'), value: units(row.committed) },
          ...(row.first === null ? [] : [{ label: t('ieo.allotment'), value: units(row.first) }]),
          ...(row.paid === false ? [{ label: t('ieo.owned'), value: t('ieo.state.missed') }] : []),
          ...(row.second === null ? [] : [{ label: t('ieo.second'), value: units(row.second) }]),
        ]}
      />
    </>
  );
}
