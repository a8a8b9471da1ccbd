import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnLimitView } from '../../../../server/contract/wallet/own-limits.dto';
import type { LimitKind } from '../../../../server/contract/rules/own-limits.rules';
import { Sheet } from '../../../ui/sheet';
import { toast } from '../../../ui/toast';
import { useMoment } from '../../../ui/use-moment';
import { LimitForm } from './limit-form';
import { useLimitWords } from './limit-words';
import { callBack, ownLimits } from './own-limits.api';
import styles from './own-limits.module.css';

interface Props {
  kind: LimitKind;
  limits: readonly OwnLimitView[];
}

/** The limits of one kind, a row for each period. */
export function LimitCard({ kind, limits }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const [editing, setEditing] = useState<OwnLimitView | null>(null);
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {t(`limits.kinds.${kind}`)}
      </h2>
      <div className={styles.card}>
        {limits.map((limit) => (
          <LimitRow key={limit.period} limit={limit} onEdit={() => setEditing(limit)} />
        ))}
      </div>
      <p className={styles.help}>{t(`limits.kindText.${kind}`)}</p>
      <Sheet
        title={editing === null ? '' : `${t(`limits.kinds.${kind}`)} · ${t(`limits.periods.${editing.period}`)}`}
        opened={editing !== null}
        onClose={() => setEditing(null)}
      >
        {editing !== null && <LimitForm limit={editing} onSaved={() => setEditing(null)} />}
      </Sheet>
    </section>
  );
}

function LimitRow({ limit, onEdit }: { limit: OwnLimitView; onEdit: () => void }) {
  const { t } = useTranslation();
  const { value, figure } = useLimitWords();
  const { kind, period, amount, used } = limit;
  const name = `${t(`limits.kinds.${kind}`)}, ${t(`limits.periods.${period}`)}`;
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <span className={styles.period}>{t(`limits.periods.${period}`)}</span>
        <span className={amount === null ? styles.none : styles.amount}>{value(kind, amount)}</span>
        <Button
          variant="default"
          size="sm"
          className={styles.edit ?? ''}
          aria-label={`${t(amount === null ? 'limits.set' : 'limits.change')}: ${name}`}
          onClick={onEdit}
        >
          {t(amount === null ? 'limits.set' : 'limits.change')}
        </Button>
      </div>
      {amount !== null && used !== null && (
        <>
          <progress
            className={styles.bar}
            data-full={Number(used) >= Number(amount) || undefined}
            max={Number(amount)}
            value={Math.min(Number(used), Number(amount))}
            aria-label={name}
          />
          <p className={styles.small}>{t('limits.used', { used: figure(used), limit: value(kind, amount) })}</p>
        </>
      )}
      {limit.pending !== null && <Pending limit={limit} pending={limit.pending} />}
    </div>
  );
}

function Pending({ limit, pending }: { limit: OwnLimitView; pending: NonNullable<OwnLimitView['pending']> }) {
  const { t } = useTranslation();
  const { value } = useLimitWords();
  const moment = useMoment();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const cancelChange = async () => {
    setBusy(true);
    const state = await callBack(limit).catch(() => null);
    setBusy(false);
    if (state === null) {
      void queries.invalidateQueries({ queryKey: ownLimits.queryKey });
    } else {
      queries.setQueryData(ownLimits.queryKey, state);
      toast(t('limits.unchanged'));
    }
  };
  const at = moment(pending.effective_at);
  return (
    <div className={styles.pending}>
      <p>
        {pending.amount === null
          ? t('limits.endsAt', { at })
          : t('limits.becomes', { value: value(limit.kind, pending.amount), at })}
      </p>
      <Button variant="subtle" size="sm" loading={busy} onClick={() => void cancelChange()}>
        {t('limits.keep')}
      </Button>
    </div>
  );
}
